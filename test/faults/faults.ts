import { type Fault, inFile } from "./named-test.ts";
import { invalidStoredData } from "./invalid-stored-data.ts";

const race = inFile("e2e/race.test.ts");
const crash = inFile("e2e/crash.test.ts");
const mail = inFile("e2e/faults-mail.test.ts");
const undelivered = inFile("lambdas/note-undelivered.test.ts");
const outage = inFile("e2e/faults-outage.test.ts");
const payments = inFile("e2e/faults-payments.test.ts");
const table = inFile("e2e/faults-table.test.ts");
const webhooks = inFile("e2e/faults-webhooks.test.ts");
const checkoutPayment = inFile("browser/checkout-payment.test.ts");
const mailing = inFile("lambdas/send-order-email.test.ts");
const unfulfilled = inFile("lambdas/unfulfilled.test.ts");
const expire = inFile("lambdas/expire-session.test.ts");
const settle = inFile("lambdas/settle-payment.test.ts");
const moneyBack = inFile("lambdas/settle-money-back.test.ts");
const stripeFaults = inFile("lambdas/stripe-faults.test.ts");
const tend = inFile("lambdas/reconcile-checkouts.test.ts");
const traces = inFile("lambdas/interrupted-holds.test.ts");
const limits = inFile("lambdas/checkout-limits.test.ts");
const backOfMoney = inFile("e2e/faults-refunds.test.ts");
const deliveries = inFile("lambdas/refund-deliveries.test.ts");
const disputes = inFile("lambdas/settle-disputes.test.ts");
const acknowledging = inFile("lambdas/acknowledge.test.ts");
const moneyRules = inFile("lambdas/money-rules.test.ts");
const refunding = inFile("lambdas/refund-payment.test.ts");

/** Failures around orders, payments and mail, each with its tests. */
export const faults: readonly Fault[] = [
  ...invalidStoredData,
  {
    fault: "the same Stripe event 50 times at once",
    tests: [
      webhooks("with 50 concurrent copies of an event all get 200, and the event is applied once"),
      settle(
        "told 50 times at once is one transition, one change of stock, one event, and every delivery succeeds",
      ),
    ],
  },
  {
    fault: "Stripe's events in another order",
    tests: [
      payments("expired, then completed, with stock left: the order is paid and takes stock again"),
      payments(
        "completed before the money arrived: the stock stays held until the payment succeeds or fails",
      ),
      webhooks("about a delayed payment that arrive in reverse order make the order paid"),
      settle("expired, then completed: paid, with pieces taken again"),
      settle("completed while unpaid holds on, then the money comes"),
      settle("the slow money comes before the news that it is on its way"),
      settle("failed, then succeeded: paid; failed again afterwards: still paid"),
      settle("refunded in Stripe before the shop hears of the payment: refunded in the end"),
    ],
  },
  {
    fault: "an event before the order can be read",
    tests: [
      settle("of an order that cannot be read goes back to the queue; its neighbours in the batch do not"),
      settle("waits in its queue while the table is down, and is applied when it is back"),
      table("is down: requests get 503 without internal details, and a payment is settled afterwards"),
    ],
  },
  {
    fault: "a genuine retry three days later, freshly signed",
    tests: [
      crash("an event that Stripe sends again three days after a restart gets 200 and changes nothing"),
    ],
  },
  {
    fault: "paid after the hold ended and the stock is gone",
    tests: [
      payments("paid after the hold expired and the stock was sold: the order is refunded, with an alarm"),
      moneyBack("the stock is gone: the money goes back and the admin is shown why"),
      moneyBack("one of two products is gone: neither is taken"),
      unfulfilled("is not called paid: the customer sees why, and that the money goes back"),
      unfulfilled("is told by one mail, however often the event comes, and the refund by another"),
      unfulfilled("gives no receipt that says 'Paid', before or after the money went"),
    ],
  },
  {
    fault: "200 checkouts for 5 items; carts with the same two items in opposite order",
    tests: [
      race("200 concurrent checkouts for 5 items: 5 get a session, and 195 get 409"),
      race("60 concurrent carts with the same two items in opposite order: no deadlock and no partial hold"),
      [
        "lambdas/checkout-race.test.ts",
        "200 checkouts for 5 items: 5 succeed, 195 are told that it is sold out",
      ],
    ],
  },
  {
    fault: "a table that refuses overlapping transactions, under a crowd",
    tests: [
      race("200 concurrent checkouts for 200 items: all get a session and pay"),
      ["lambdas/checkout-race.test.ts", "200 checkouts for 200 items: everybody gets one within 10 s"],
      [
        "infra/local/table-proxy.test.ts",
        "by two transactions that share an item: one is refused, and the error names the item's position",
      ],
    ],
  },
  {
    fault: "a function that dies after any of its calls of the table",
    tests: [
      traces("while it holds pieces: they are for sale again within minutes, and no hold item stays"),
      traces("while it holds pieces, and is called again: one order, one hold"),
      traces("while it settles a payment: sold once when the event comes again"),
      traces("while it settles a payment that came after the hold had ended: sold once"),
      traces("while it cancels and restocks: restocked once"),
    ],
  },
  {
    fault: "Stripe down or refusing while checkouts come",
    tests: [
      tend(
        "ends after two minutes when the function died %s Stripe made a session: nobody was given its address",
      ),
      tend("ends after two minutes when Stripe answers 500 under every key"),
      tend("is a sale when a session that the function did not live to record was paid all the same"),
      limits("does not block the same visitor's next one"),
      limits("frees its pieces at once when Stripe has refused"),
    ],
  },
  {
    fault: "kill -9 anywhere on the way",
    tests: [
      crash(
        "after a hold or after a new Stripe session: the checkout's retry continues the same order and session",
      ),
      crash("before, during and after a webhook: every paid order becomes paid, with one receipt"),
      crash("while a mail is sent: the mail arrives once or twice"),
      crash("after a crash without any retry, paid orders are sold and the other holds and sessions expire"),
    ],
  },
  {
    fault: "all of it in any order",
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
      payments("times out after it created the session, a retry with the same key returns that session"),
      stripeFaults("no answer after it made the session: 503, and the retry finds that very session"),
    ],
  },
  {
    fault: "Stripe answers 500 and replays that answer under the key",
    tests: [
      payments("replays a 500 for a key, a retry uses a new key and creates no second order"),
      stripeFaults("a 500 that it replays under its key: the next key gets a session, for the same order"),
      [
        "lambdas/refund-payment.test.ts",
        "a 500 that Stripe replays under its key: the message goes back until a new key gets the refund, once",
      ],
    ],
  },
  {
    fault: "Stripe down or busy",
    tests: [
      payments(
        "is down, a checkout gets 503 with Retry-After, and its retry creates one order and one session",
      ),
      payments(
        "limits the request rate, a checkout gets 503 with Retry-After, releases its hold, and succeeds later",
      ),
      payments(
        "is down, a release of the session gets 503 and keeps the hold, because the customer may be paying",
      ),
      payments("replays a 500 for a refund, the refund waits in its queue and is made once"),
    ],
  },
  {
    fault: "the table throttled, in conflict, failing, stalled",
    tests: [
      table(
        "fails one call in five with '%s': checkouts succeed or get 503 with Retry-After, without partial writes",
      ),
      table("is throttled while payments settle: every order is paid once"),
      table(
        "stalls for 5 s: a checkout gets 503 within the gateway's timeout, and its retry creates one order",
      ),
      [
        "lambdas/busy-table.test.ts",
        "a table that answers one call in five with '%s': no oversell, nothing half written, no 500",
      ],
    ],
  },
  {
    fault: "SES down or refusing",
    tests: [
      mail(
        "an order is paid, its mail event becomes a dead letter after the last try, and a redrive sends the mails once",
      ),
      mail("the receipt and the team's notice wait, and each is sent once when SES is back"),
      mail("the contact form gets 503 with the team's address"),
      mailing("when SES is down: the message goes back, and the retry sends"),
      mailing("when the customer's address is refused, the team still hears of the order"),
    ],
  },
  {
    fault: "mail bounces, or is marked as spam",
    tests: [
      mail("gets one mail and no other, and the order can still be refunded"),
      mail("is recorded once when the event arrives twice"),
      mail("an address that complained gets no confirmation, but the team still gets its messages"),
      undelivered("gets no mail about its orders any more; the team does, and the order is untouched"),
      undelivered("gets no receipt on request: 409, however often it is asked"),
    ],
  },
  {
    fault: "the bus delivers twice or late, or refuses",
    tests: [
      webhooks("delivers events twice: the order has one transition and one receipt"),
      webhooks(
        "delivers events late: a verification still returns the payment at once, and no event is lost",
      ),
      mailing("when the bus delivers twice at once, and again a day later in a replay"),
      tend("are tried again when the bus did not take them"),
      tend("fifty invalid ones do not block a newer one"),
    ],
  },
  {
    fault: "Cognito does not answer",
    tests: [
      [
        "lambdas/current-admin.test.ts",
        "while Cognito does not answer, writes are 503 with Retry-After, and change nothing",
      ],
      [
        "e2e/faults-tokens.test.ts",
        "while Cognito is down, admin writes get 503 with Retry-After, and checkouts succeed afterwards",
      ],
    ],
  },
  {
    fault: "the origin down, the edge warm",
    tests: [
      table("while the table is down, the edge serves a stale catalog, and a checkout gets 503"),
      checkoutPayment(
        "the checkout shows an error while Stripe is down, and the same button works afterwards",
      ),
    ],
  },
  {
    fault: "two sessions paid for one order",
    tests: [
      payments("the second of two payments for one order is refunded and shown in the history"),
      moneyBack("two sessions paid for one order: the second payment goes back, the order stays paid"),
      unfulfilled("stays paid; the customer hears by mail, once, that the second payment goes back"),
    ],
  },
  {
    fault: "an order cancelled before it is paid, while its payment page is open",
    tests: [
      expire("ends once, however often the event is delivered, and cannot be paid any more"),
      expire("was paid at that moment: the session stays complete, and the payment is refunded"),
      expire("waits in its queue while Stripe does not answer"),
    ],
  },
  {
    fault: "a status that is not so",
    tests: [
      [
        "lambdas/admin-orders.test.ts",
        "so it answers 409 with a reason for an unpaid or refunded order, and sends no mail",
      ],
      unfulfilled("cannot be completed while its money goes back, and the list says so to the page"),
      mailing("completed by mistake, and back before the mail goes out: none, since it is not so"),
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
        "is refused while the earlier payment page may be open and cannot be released",
      ],
      checkoutPayment(
        "shows the receipt by 'Try Again' when the first verification failed, and takes no second payment",
      ),
    ],
  },
  {
    fault: "Stripe or SES down for an hour",
    tests: [
      outage("SES is down for an hour: each mail is sent once afterwards, without a dead letter"),
      outage("Stripe is down for an hour: the refund is made once afterwards, without a dead letter"),
    ],
  },
  {
    fault: "a crowd that browses while payments settle",
    tests: [
      [
        "infra/functions.test.ts",
        "is reserved for payments in production, limited for catalog-api, and leaves 100 unreserved",
      ],
      [
        "infra/functions.test.ts",
        "of a queue in stage %s is at most the function's concurrency, so that no message is throttled",
      ],
      ["infra/events.test.ts", "$id: an alarm fires when messages are not received"],
    ],
  },
  {
    fault: "a refund pending, then failed; charge.refunded before, between or after refund.*, in every order",
    tests: [
      deliveries(
        "charge.refunded before, between or after refund.*, in every order: only what went back counts, and the customer is told the truth",
      ),
      deliveries(
        "refunded, then failed at once, told the wrong way round: no mail says 'We refunded', and an admin can refund again",
      ),
      deliveries("told as done and failed a week later: the customer hears that it did not go through"),
      moneyRules("%s: in every order, repeats included, what counts as given back is what was"),
      moneyRules(
        "a 'no' to a request, and news of the refund that Stripe made all the same: in every order, the refund counts",
      ),
      backOfMoney("with webhooks %s, after %j: is not counted as refunded, and an admin can refund again"),
      backOfMoney("is counted only when it has succeeded"),
    ],
  },
  {
    fault: "a dispute before its payment was applied; won; lost",
    tests: [
      disputes("waits, without going back to the queue, and is applied with the payment, once"),
      disputes("and at the very moment of it is never lost"),
      disputes("a refund of Stripe's dashboard waits as well"),
      disputes("won: the order is as it was before, and the next cause rings again"),
      disputes(
        "lost: the money is shown as gone, cannot be refunded, and counts as no revenue; a late win brings it back",
      ),
      disputes("an inquiry rings, and rings anew when it becomes a dispute; one that is closed is over"),
      disputes(
        "a refund that Stripe refuses because of a dispute is a second cause, with an alarm of its own",
      ),
      acknowledging(
        "a lost dispute: the status follows from the balance, and the history names the admin, the time and the cause",
      ),
      acknowledging(
        "only the version that they saw: 409 when another cause was added; 404 without an order; 400 without a version",
      ),
      moneyRules("%s: the same in every order, repeats included"),
      backOfMoney(
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
    tests: [refunding("the same refund id on two orders is a refund of each")],
  },
  {
    fault: "another application, or another stage, on the same Stripe account",
    tests: [
      settle("%s with an order id that is not ours is left alone: not tried again, and in the log"),
      settle("is told from one of ours whose answer got lost: that one has our reference and the very total"),
      settle("is told from one of ours whose order got lost: its money goes unnoticed by nobody"),
      disputes("that is another application's waits without personal data and is forgotten after 30 days"),
      backOfMoney(
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
        "$id has a queue that retries for over four hours, then keeps the event for two weeks",
      ],
      [
        "infra/events.test.ts",
        "$id: an alarm fires when a message has failed several times, before it is a dead letter",
      ],
      ["lambdas/queue.test.ts", "lasts more than four hours with any jitter"],
      ["infra/events.test.ts", "$id has an alarm that says what to do"],
    ],
  },
  {
    fault: "double click, back button, two tabs, tab closed after paying",
    tests: [
      race(
        "repeated checkouts by a double click, two tabs or the back button create one order, session and hold",
      ),
      webhooks("that arrive late complete the order even if the customer has closed the page"),
      checkoutPayment(
        "sends one order on a double click, and enables its button when the browser restores the page",
      ),
      checkoutPayment("shows that the order is paid when another tab has paid it, also on the cancel page"),
    ],
  },
  {
    fault: "two admins at once; a product deleted while in a cart",
    tests: [
      table("save one product at once: one succeeds, the other gets 409, and held stock stays held"),
      table("click refund at once: the payment is refunded once"),
      table("a checkout with a deleted product gets 409 that names the product"),
    ],
  },
];
