import { type Fault, inFile } from "./named-test.ts";
import { invalidStoredData } from "./invalid-stored-data.ts";

const e2eRace = inFile("e2e/race.test.ts");
const e2eCrash = inFile("e2e/crash.test.ts");
const e2eMail = inFile("e2e/faults-mail.test.ts");
const noteUndelivered = inFile("lambdas/note-undelivered.test.ts");
const e2eOutage = inFile("e2e/faults-outage.test.ts");
const e2ePayments = inFile("e2e/faults-payments.test.ts");
const e2eTable = inFile("e2e/faults-table.test.ts");
const e2eWebhooks = inFile("e2e/faults-webhooks.test.ts");
const checkoutPayment = inFile("browser/checkout-payment.test.ts");
const orderEvents = inFile("lambdas/order-events.test.ts");
const sendOrderEmail = inFile("lambdas/send-order-email.test.ts");
const unfulfilled = inFile("lambdas/unfulfilled.test.ts");
const failedAutomaticRefund = inFile("lambdas/failed-automatic-refund.test.ts");
const expireSession = inFile("lambdas/expire-session.test.ts");
const settlePayment = inFile("lambdas/settle-payment.test.ts");
const settleRefunds = inFile("lambdas/settle-refunds.test.ts");
const stripeFaults = inFile("lambdas/stripe-faults.test.ts");
const reconcileCheckouts = inFile("lambdas/reconcile-checkouts.test.ts");
const reconcileBooks = inFile("lambdas/reconcile-books.test.ts");
const overlappingRequests = inFile("lambdas/overlapping-requests.test.ts");
const interruptedHolds = inFile("lambdas/interrupted-holds.test.ts");
const checkoutLimits = inFile("lambdas/checkout-limits.test.ts");
const readyMadeList = inFile("lambdas/ready-made-list.test.ts");
const e2eRefunds = inFile("e2e/faults-refunds.test.ts");
const refundDeliveries = inFile("lambdas/refund-deliveries.test.ts");
const settleDisputes = inFile("lambdas/settle-disputes.test.ts");
const acknowledge = inFile("lambdas/acknowledge.test.ts");
const balanceRules = inFile("lambdas/balance-rules.test.ts");
const refundPayment = inFile("lambdas/refund-payment.test.ts");

/** Failures around orders, payments and mail, each with its tests. */
export const faults: readonly Fault[] = [
  ...invalidStoredData,
  {
    fault:
      "a function crashes, or the table refuses a write, between a change of a product and its copy in the store's list",
    tests: [
      readyMadeList(
        "is repaired when a function crashed before it wrote a version, a count, a new product or a deletion",
      ),
      readyMadeList(
        "is repaired when the table refused its update after a sale and after an admin's change, which both succeed",
      ),
      readyMadeList(
        "keeps the count with the highest revision, in whatever sequence copies of counts arrive",
      ),
    ],
  },
  {
    fault: "a request of a checkout that takes pieces after its repetition was placed and paid",
    tests: [
      overlappingRequests(
        "if the repetition of a slow checkout is paid first, the pieces that the slow request takes go back on sale",
      ),
    ],
  },
  {
    fault: "a payment after a crash between the end of its hold and the release of the pieces",
    tests: [
      overlappingRequests(
        "a late payment sells the pieces once, if a function crashed between the order's expiry and the restock",
      ),
    ],
  },
  {
    fault: "the same Stripe event 50 times at once",
    tests: [
      e2eWebhooks("that are 50 concurrent copies of an event all get 200, and the event is applied once"),
      settlePayment(
        "whose event is delivered 50 times at the same time is applied once, and every delivery succeeds",
      ),
    ],
  },
  {
    fault: "Stripe's events in another order",
    tests: [
      e2ePayments(
        "after the end of the session makes the order paid and takes stock again, if there is stock",
      ),
      e2ePayments("whose money arrives later keeps the stock held until the payment succeeds or fails"),
      e2eWebhooks("about a delayed payment make the order paid, even if they arrive in reverse sequence"),
      settlePayment(
        "a completed event after an expired event makes the order paid and takes the pieces again",
      ),
      settlePayment("a completed event of an unpaid session keeps the hold until the payment succeeds"),
      settlePayment(
        "the completed event of a delayed payment leaves the order paid if it arrives after the payment's success",
      ),
      settlePayment(
        "a success after a failure makes the order paid, and a repeated failure does not change that",
      ),
      settlePayment("a refund before its payment makes the order refunded"),
    ],
  },
  {
    fault: "an event before the order can be read",
    tests: [
      settlePayment(
        "of an order that cannot be read goes back to the queue; other payments of the batch are applied",
      ),
      settlePayment("waits in its queue while the table is down, and is applied when the table is back"),
      e2eTable("is down: requests get 503 without internal details, and a payment is settled afterwards"),
    ],
  },
  {
    fault: "a genuine retry three days later, freshly signed",
    tests: [
      e2eCrash(
        "an event that Stripe sends again three days later, after a restart, gets 200 and changes nothing",
      ),
    ],
  },
  {
    fault: "paid after the hold ended and the stock is gone",
    tests: [
      e2ePayments("after the end of the hold is refunded, with an alarm, if the stock has been sold"),
      settleRefunds(
        "is refunded when the stock is sold out, and the order needs attention until the refund is made",
      ),
      settleRefunds("takes no pieces when one of two products is sold out"),
      unfulfilled("is shown to the customer as being refunded, with the reason"),
      unfulfilled("sends one mail about the reason, also for repeated events, and one mail about the refund"),
      unfulfilled("sends no receipt that says 'Paid', before or after the refund"),
    ],
  },
  {
    fault: "200 checkouts for 5 items; carts with the same two items in opposite order",
    tests: [
      e2eRace("200 concurrent checkouts for 5 items: 5 get a session, and 195 get 409"),
      e2eRace(
        "60 concurrent carts with the same two items in opposite order: no deadlock and no partial hold",
      ),
      ["lambdas/checkout-race.test.ts", "200 checkouts for 5 items: 5 succeed, and 195 get 409"],
    ],
  },
  {
    fault: "a table that refuses overlapping transactions, under many concurrent checkouts",
    tests: [
      e2eRace("200 concurrent checkouts for 200 items: all get a session and pay"),
      [
        "lambdas/checkout-race.test.ts",
        "200 checkouts for 200 items: all succeed, with few calls to the table that are repeated",
      ],
      [
        "infra/local/table-proxy.test.ts",
        "by two transactions that share an item: one is refused, and the error names the item's position",
      ],
    ],
  },
  {
    fault: "a function that crashes after any of its calls of the table",
    tests: [
      interruptedHolds(
        "while it holds pieces: no hold stays, and the pieces are for sale again within minutes, or at the end of the hold if the call succeeded",
      ),
      interruptedHolds("while it holds pieces: a repeated call makes one order and one hold"),
      interruptedHolds("while it settles a payment: the repeated event sells the pieces once"),
      interruptedHolds(
        "while it settles a payment after the end of the hold: the repeated event sells the pieces once",
      ),
      interruptedHolds("while it cancels an order: a repeated call restocks the pieces once"),
    ],
  },
  {
    fault: "Stripe down or refusing while checkouts come",
    tests: [
      reconcileCheckouts(
        "ends after two minutes if the function crashed %s Stripe made the session, because no customer has its URL",
      ),
      reconcileCheckouts("ends after two minutes when Stripe answers 500 to every idempotency key"),
      reconcileCheckouts(
        "is sold if its session is paid, although the function crashed before it recorded the session",
      ),
      checkoutLimits("does not block the same visitor's next checkout"),
      checkoutLimits("frees its pieces before the response when Stripe refuses the session"),
    ],
  },
  {
    fault: "kill -9 at any step of an order",
    tests: [
      e2eCrash(
        "after a hold or after a new Stripe session: the checkout's retry continues the same order and session",
      ),
      e2eCrash(
        "before, during and after a webhook: every order whose customer paid becomes paid, with one receipt",
      ),
      e2eCrash("while a mail is sent: the mail arrives once or twice"),
      e2eCrash(
        "after a crash without a retry, the pieces of a paid order are sold, and the other holds and sessions expire",
      ),
    ],
  },
  {
    fault: "webhooks that never come, and stored data that differs from Stripe's",
    tests: [
      reconcileBooks(
        "are applied after ten minutes: a payment, a refund and a dispute; then nothing differs",
      ),
      reconcileBooks(
        "cause one event together and one alarm each, and no more when the next comparison finds them again",
      ),
      [
        "lambdas/reconcile-books-stock.test.ts",
        "whose counts differ from the orders are reported with both counts",
      ],
      reconcileBooks("is reported as unreadable, and its payment and the sold pieces are not compared"),
      reconcileBooks(
        "a comparison that runs out of time keeps the open differences, and the next comparison continues",
      ),
    ],
  },
  {
    fault: "random actions and faults in random order",
    tests: [
      [
        "lambdas/random-actions.test.ts",
        "random actions of visitors, admins and Stripe with random faults leave stock and money correct",
      ],
    ],
  },
  {
    fault: "Stripe times out after it made the session",
    tests: [
      e2ePayments("times out after it created the session, a retry with the same key returns that session"),
      stripeFaults("a checkout gets 503 when Stripe's answer is lost, and its retry gets the same session"),
    ],
  },
  {
    fault: "Stripe answers 500 and replays that answer under the key",
    tests: [
      e2ePayments("replays a 500 for a key, a retry uses a new key and creates no second order"),
      stripeFaults(
        "after a 500 that Stripe replays, a checkout gets a session for its order by the next idempotency key",
      ),
      [
        "lambdas/refund-payment.test.ts",
        "is made once when Stripe replays a 500: the message goes back to the queue until a new idempotency key succeeds",
      ],
    ],
  },
  {
    fault: "Stripe down or busy",
    tests: [
      checkoutPayment(
        "the checkout shows an error while Stripe is down, and the same button works afterwards",
      ),
      e2ePayments(
        "is down, a checkout gets 503 with Retry-After, and its retry creates one order and one session",
      ),
      e2ePayments(
        "limits the request rate, a checkout gets 503 with Retry-After, releases its hold, and succeeds later",
      ),
      e2ePayments(
        "is down, a release of the session gets 503 and keeps the hold, because the customer may be paying",
      ),
      e2ePayments("replays a 500 for a refund, the refund waits in its queue and is made once"),
    ],
  },
  {
    fault: "the table throttled, in conflict, failing, stalled",
    tests: [
      e2eTable(
        "fails one call or transaction in five with '%s': checkouts succeed or get 503 with Retry-After, without partial writes",
      ),
      e2eTable("is throttled while payments settle: every order is paid once"),
      e2eTable(
        "stalls for 5 s: a checkout gets 503 within the gateway's timeout, and its retry creates one order",
      ),
      [
        "lambdas/busy-table.test.ts",
        "checkouts do not oversell and get no 500 while the table's fault '%s' refuses one in five calls or transactions",
      ],
    ],
  },
  {
    fault: "SES down or refusing",
    tests: [
      e2eMail(
        "an order is paid, its mail event becomes a dead letter after the last try, and a redrive sends the mails once",
      ),
      e2eMail("the receipt and the team's notice wait, and each is sent once when SES is back"),
      e2eMail("the contact form gets 503 with the team's address"),
      sendOrderEmail("the message goes back to the queue if SES is down, and its retry sends the mails"),
      sendOrderEmail("the team gets its notice even if SES refuses the customer's address"),
    ],
  },
  {
    fault: "mail bounces, or is marked as spam",
    tests: [
      e2eMail("gets one mail and no other, and the order can still be refunded"),
      e2eMail("is recorded and gets one mail when the events arrive twice"),
      e2eMail("an address that reported spam gets no confirmation, but the team still gets its messages"),
      noteUndelivered(
        "gets no more mail about its orders; the team still does, and the order does not change",
      ),
      noteUndelivered("gets no receipt by mail after a %s: every request gets 409 with the reason"),
    ],
  },
  {
    fault: "the bus delivers twice or late, or refuses",
    tests: [
      e2eWebhooks("delivers events twice: the order has one transition and one receipt"),
      e2eWebhooks(
        "delivers events late: a verification still returns the payment immediately, and no event is lost",
      ),
      sendOrderEmail(
        "each mail is sent once, even if the bus delivers the event twice at the same time and again in a replay a day later",
      ),
      orderEvents(
        "keeps correct accounts after repeated, late and simultaneous deliveries and failed calls in any sequence",
      ),
      orderEvents(
        "gets a repeated event once, and gets a late event together with the later events, in their sequence",
      ),
      reconcileCheckouts("are retried when the bus refuses them"),
      reconcileCheckouts("are published although fifty older events are invalid"),
    ],
  },
  {
    fault: "Cognito does not answer",
    tests: [
      [
        "lambdas/current-admin.test.ts",
        "the admin API answers 503 with Retry-After to writes while Cognito does not answer, and changes nothing",
      ],
      [
        "e2e/faults-tokens.test.ts",
        "admin writes get 503 with Retry-After while Cognito is down, and checkouts succeed after that",
      ],
    ],
  },
  {
    fault: "the origin down while the edge has a cached catalog",
    tests: [e2eTable("while the table is down, the edge serves a stale catalog, and a checkout gets 503")],
  },
  {
    fault: "two sessions paid for one order",
    tests: [
      e2ePayments("the second of two payments for one order is refunded and shown in the history"),
      settleRefunds("is refunded when its order is already paid, and the order stays paid"),
      unfulfilled("stays paid, and one mail tells the customer that the second payment is refunded"),
    ],
  },
  {
    fault: "an order cancelled before it is paid, while its payment page is open",
    tests: [
      expireSession("expires once, also when the event is delivered again, and can no longer be paid"),
      expireSession(
        "stays complete when it was paid before it could be expired, and the payment is refunded",
      ),
      expireSession("is expired by a retry after Stripe did not answer"),
    ],
  },
  {
    fault: "a status that contradicts the payment",
    tests: [
      [
        "lambdas/admin-orders.test.ts",
        "gets 409 with a reason for an unpaid or refunded order, and sends no mail",
      ],
      unfulfilled("cannot be completed while it is being refunded, and the list of orders shows the refund"),
      sendOrderEmail("a completion that is undone before its mail goes out sends no mail"),
    ],
  },
  {
    fault: "a verification that hangs or fails",
    tests: [
      ["web/checkout/verify.test.ts", "a verification that hangs ends after 20 seconds"],
      ["web/checkout/verify.test.ts", "'An error occurred while verifying your payment' for %s"],
      ["lambdas/payment-result.test.ts", "calls Stripe once with a timeout of 4 seconds"],
      [
        "web/checkout/submit-order.test.ts",
        "with other contents is refused while the earlier payment page may be open and cannot be released",
      ],
      checkoutPayment(
        "shows the receipt after 'Try Again' if the first verification failed, and takes no second payment",
      ),
    ],
  },
  {
    fault: "Stripe or SES down for an hour",
    tests: [
      e2eOutage("SES is down for an hour: each mail is sent once afterwards, without a dead letter"),
      e2eOutage("Stripe is down for an hour: the refund is made once afterwards, without a dead letter"),
    ],
  },
  {
    fault: "many visitors while payments settle",
    tests: [
      [
        "infra/functions.test.ts",
        "is reserved in production for payments and public reads, and leaves at least 100 of 1,000 unreserved",
      ],
      [
        "infra/functions.test.ts",
        "for a queue in stage %s is at most the function's concurrency, so that no message is throttled",
      ],
      ["infra/alarms.test.ts", "are those of this list and no others, because each alarm costs money"],
    ],
  },
  {
    fault: "a refund pending, then failed; charge.refunded before, between or after refund.*, in every order",
    tests: [
      refundDeliveries(
        "in whatever sequence charge.refunded and refund.* arrive, only money that Stripe returned counts, and mails state the outcome",
      ),
      refundDeliveries(
        "a refund whose failure is reported before its success sends no mail and can be made again",
      ),
      refundDeliveries("a refund that fails after the mail about its success sends a mail about the failure"),
      failedAutomaticRefund("is shown with the reason and the failed refund"),
      failedAutomaticRefund(
        "has the failed refund in a requested receipt, and in a refund notice that is sent after the failure",
      ),
      balanceRules(
        "%s: only money that went back counts as refunded, in every sequence of the reports, also if repeated",
      ),
      balanceRules(
        "a refund that Stripe made counts in every sequence, although Stripe refused another request for it",
      ),
      e2eRefunds("that fails is not counted as refunded and can be made again (webhooks: %s; actions: %j)"),
      e2eRefunds("that is pending is counted only when it has succeeded"),
    ],
  },
  {
    fault: "a dispute before its payment was applied; won; lost",
    tests: [
      settleDisputes(
        "a dispute is parked instead of going back to the queue, and is applied once with the payment",
      ),
      settleDisputes("a dispute that is handled at the same time as the payment is not lost"),
      settleDisputes("a refund from Stripe's dashboard is parked, and is applied with the payment"),
      settleDisputes("a won dispute restores the order, and the next dispute raises the alarm again"),
      settleDisputes(
        "a lost dispute lowers the revenue and its money cannot be refunded; a win after the loss restores both",
      ),
      settleDisputes(
        "an inquiry raises the alarm, and again when it becomes a dispute; a closed inquiry needs no attention",
      ),
      settleDisputes(
        "a refund that Stripe refuses because of a dispute is a second cause for attention and raises another alarm",
      ),
      acknowledge(
        "of a lost dispute makes the order 'refunded' once, and the history names the admin and the cause",
      ),
      acknowledge(
        "gets 409 with the version from before a new cause, 404 for an unknown order, and 400 without a version",
      ),
      balanceRules(
        "%s: the outcome is the same for every sequence of the reports, also when they are repeated",
      ),
      e2eRefunds(
        "a dispute that arrives before its payment waits for the payment; its start and its loss raise an alarm",
      ),
      [
        "browser/admin-attention.test.ts",
        "says why and what to do, and can be acknowledged by keyboard with the focus kept in the dialog",
      ],
    ],
  },
  {
    fault: "the same refund id on two orders",
    tests: [refundPayment("with the same refund id on two orders is made for each of the orders")],
  },
  {
    fault: "another application, or another stage, on the same Stripe account",
    tests: [
      settlePayment(
        "is logged when its event %s names an unknown order; the event changes nothing and is not retried",
      ),
      settlePayment(
        "settles the order when it has the order's reference and total, because then Stripe's response to the shop was lost",
      ),
      settlePayment(
        "goes back to the queue when it is paid and has this site's return addresses, but the order that it names is missing",
      ),
      settleDisputes(
        "a dispute of another application is parked without personal data, and ignored after 30 days",
      ),
      e2eRefunds(
        "events from another application on the same Stripe account change nothing and leave no dead letter",
      ),
    ],
  },
  {
    fault: "a function behind a queue fails for hours",
    tests: [
      [
        "infra/local/queue.test.ts",
        "that fails twelve times leaves the message in the dead-letter queue, with the reason; a redrive delivers it once",
      ],
      [
        "infra/events.test.ts",
        "$id has a queue that retries for over four hours, then a dead-letter queue that keeps the event for two weeks",
      ],
      ["infra/alarms.test.ts", "in stage %s in one log group, shared by all functions but a consumer's"],
      ["lambdas/queue.test.ts", "is four to eight hours in total, with any jitter"],
      ["infra/events.test.ts", "are in one queue, with an alarm whose description says what to do"],
    ],
  },
  {
    fault: "double click, back button, two tabs, tab closed after paying",
    tests: [
      e2eRace(
        "repeated checkouts by a double click, two tabs or the back button create one order, session and hold",
      ),
      e2eWebhooks("that arrive late make the order paid, even if the customer has closed the page"),
      checkoutPayment(
        "asks before leaving a form with changes, fills it again on return, and sends one order on a double click",
      ),
      checkoutPayment("shows that the order is paid when another tab has paid it, also on the cancel page"),
    ],
  },
  {
    fault: "two admins at once; a product deleted while in a cart",
    tests: [
      e2eTable(
        "save one product at the same time: one succeeds, the other gets 409, and held stock stays held",
      ),
      e2eTable("click refund at the same time: the payment is refunded once"),
      e2eTable("a checkout with a deleted product gets 409 that names the product"),
    ],
  },
];
