/** What can go wrong or be done to the shop, and the tests that hold it to what must be true then. */

/** A test, by its file below `test/` and its title as it is written there. */
export type NamedTest = readonly [file: string, title: string];
export type Fault = { fault: string; tests: readonly [NamedTest, ...NamedTest[]] };

const inFile =
  (file: string) =>
  (title: string): NamedTest => [file, title];
const race = inFile("e2e/race.test.ts");
const crash = inFile("e2e/crash.test.ts");
const attacks = inFile("e2e/faults-attacks.test.ts");
const limits = inFile("e2e/faults-limits.test.ts");
const mail = inFile("e2e/faults-mail.test.ts");
const undelivered = inFile("lambdas/note-undelivered.test.ts");
const markup = inFile("e2e/faults-markup.test.ts");
const payments = inFile("e2e/faults-payments.test.ts");
const table = inFile("e2e/faults-table.test.ts");
const tokens = inFile("e2e/faults-tokens.test.ts");
const webhooks = inFile("e2e/faults-webhooks.test.ts");
const checkoutPayment = inFile("e2e/checkout-payment.test.ts");
const checkout = inFile("lambdas/checkout-api.test.ts");
const input = inFile("lambdas/checkout-input.test.ts");
const contact = inFile("lambdas/contact-api.test.ts");
const image = inFile("lambdas/process-image.test.ts");
const mailing = inFile("lambdas/send-order-email.test.ts");
const settle = inFile("lambdas/settle-payment.test.ts");
const moneyBack = inFile("lambdas/settle-money-back.test.ts");
const stripeFaults = inFile("lambdas/stripe-faults.test.ts");
const tend = inFile("lambdas/tend-checkouts.test.ts");
const edge = inFile("infra/local/edge.test.ts");

/** What breaks on orders, payment and mail. */
export const faults: readonly Fault[] = [
  {
    fault: "the same Stripe event 50 times at once",
    tests: [
      webhooks("the same event 50 times at once: every delivery 2xx, applied once"),
      settle(
        "told 50 times at once is one transition, one change of stock, one event, and every delivery succeeds",
      ),
    ],
  },
  {
    fault: "Stripe's events in another order",
    tests: [
      payments("expired before completed, pieces left: paid, taken again"),
      payments("completed while unpaid keeps the hold; the slow yes sells, the slow no gives back"),
      webhooks("reordered: a slow payment's yes comes before its 'on its way'; paid in the end"),
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
      table(
        "is down: 503 with Retry-After and nothing of the inside; a payment told meanwhile is applied afterwards",
      ),
    ],
  },
  {
    fault: "a genuine retry three days later, freshly signed",
    tests: [
      crash(
        "a clean end is status 0; a genuine retry three days later, freshly signed, is 2xx and changes nothing",
      ),
    ],
  },
  {
    fault: "paid after the hold ended and the stock is gone",
    tests: [
      payments("paid after the hold ended and the stock is gone: refunded, shown to the admin, an alarm"),
      moneyBack("the stock is gone: the money goes back and the admin is shown why"),
      moneyBack("one of two products is gone: neither is taken"),
    ],
  },
  {
    fault: "200 checkouts for 5 items; carts with the same two items in opposite order",
    tests: [
      race("200 simultaneous checkouts for 5 items: exactly 5 sessions, 195 clean 409s, no 5xx"),
      race("60 carts with the same two items in opposite order: no deadlock, nothing half taken"),
      [
        "lambdas/checkout-race.test.ts",
        "200 checkouts for 5 items: 5 get one, 195 learn that it is sold out",
      ],
    ],
  },
  {
    fault: "kill -9 anywhere on the way",
    tests: [
      crash(
        "after the hold, and after the Stripe session: the same attempts resume with one order and session each",
      ),
      crash(
        "after the order, in the middle of a webhook, and with an event on the bus: every paid order ends paid, one receipt",
      ),
      crash("while a mail is on its way: it is sent, and repeated at most once"),
      crash(
        "nobody comes back: when the holds have run out, what was paid is sold and the rest is for sale again, sessions ended",
      ),
      tend("ends when the function died before it asked Stripe: no session is made now"),
      tend("ends when the function died after Stripe made the session, which nobody paid"),
      tend("is a sale when that lost session was paid"),
    ],
  },
  {
    fault: "all of it in any order",
    tests: [
      [
        "lambdas/any-weather.test.ts",
        "whatever visitors, admins, Stripe and bad luck do, in any order: stock and money come out right",
      ],
    ],
  },
  {
    fault: "Stripe times out after it made the session",
    tests: [
      payments("times out after it made the session, the retry has the same key: one session"),
      stripeFaults("no answer after it made the session: 503, and the retry finds that very session"),
    ],
  },
  {
    fault: "Stripe answers 500 and replays that answer under the key",
    tests: [
      payments("answers 500 and replays it under the key, a new attempt has a new key: no second order"),
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
        "is down, a checkout is 503 with Retry-After; the same attempt then gets one order and one session",
      ),
      payments("limits our rate: 503 with Retry-After, the hold released, and the attempt works later"),
      payments("is down, leaving the payment page is 503 and keeps the hold: somebody may be paying"),
      payments(
        "is down, a refund waits in its queue; a replayed 500 does not stop it either; the money goes back once",
      ),
    ],
  },
  {
    fault: "the table throttled, in conflict, failing, stalled",
    tests: [
      table(
        "answers one call in five with '%s': checkouts succeed or are 503 with Retry-After, nothing half-written",
      ),
      table("throttled while payments settle: every one is paid once"),
      table(
        "stalls for 5 s: 503 with Retry-After inside the gateway's time; the same attempt then gets one order",
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
        "the order is paid all the same; after five tries its mails are a dead letter; a redrive sends them once",
      ),
      mail("back before the fifth try: the receipt and the team's note arrive, once each"),
      mail("the contact form is 503 and names the team's address"),
      mailing("when SES is down: the message goes back, and the retry sends"),
      mailing("when the customer's address is refused, the team still hears of the order"),
    ],
  },
  {
    fault: "mail comes back, or is called spam",
    tests: [
      mail("gets one mail; then the shop knows, sends no other, and the order goes its way"),
      mail("is noted once by an event that comes twice"),
      mail("who calls a mail spam is left alone: the contact form tells the team, and sends no confirmation"),
      undelivered("gets no mail about its orders any more; the team does, and the order is untouched"),
      undelivered("gets no receipt on request: 409, however often it is asked"),
    ],
  },
  {
    fault: "the bus delivers twice or late, or refuses",
    tests: [
      webhooks("delivers twice: one transition, one receipt"),
      webhooks("delivers late: nothing is lost; who comes back from paying sees it at once all the same"),
      mailing("when the bus delivers twice at once, and again a day later in a replay"),
      tend("are tried again when the bus did not take them"),
      tend("that cannot be read, fifty of them, keep no younger one from going out"),
    ],
  },
  {
    fault: "the origin down, the edge warm",
    tests: [
      table("origin down, edge warm: the catalogue is served stale, a checkout is 503"),
      checkoutPayment(
        "Stripe down: the page says so, nothing is held, and the same button works once it is back",
      ),
    ],
  },
  {
    fault: "two sessions paid for one order",
    tests: [
      payments("two sessions paid for one order: the second is refunded and shown"),
      moneyBack("two sessions paid for one order: the second payment goes back, the order stays paid"),
    ],
  },
  {
    fault: "a function behind a queue fails five times",
    tests: [
      [
        "infra/local/queue.test.ts",
        "that fails five times leaves the message in the dead-letter queue, with the reason; a redrive applies it once",
      ],
      ["infra/events.test.ts", "$id feeds a queue that tries five times, then keeps the event for two weeks"],
      ["infra/events.test.ts", "$id raises an alarm that says what to do"],
    ],
  },
  {
    fault: "double click, back button, two tabs, tab closed after paying",
    tests: [
      race("a double click, two tabs and the back button send one attempt: one order, one session, one hold"),
      webhooks(
        "held back: the order waits; let go, the webhook alone completes it, though the tab was closed",
      ),
      checkoutPayment("a double click is one order, and the page that the browser kept is not busy for ever"),
      checkoutPayment("paid in another tab: neither the checkout nor the cancel page pretends otherwise"),
    ],
  },
  {
    fault: "two admins at once; a product deleted while in a cart",
    tests: [
      table("save one product at once: one succeeds, the other is 409, and neither undoes a sale"),
      table("click refund at once: the money goes back once"),
      table("a product deleted while in a cart: checkout is 409 and names the item"),
    ],
  },
];

/** What somebody does on purpose. */
export const attempts: readonly Fault[] = [
  {
    fault: "a forged webhook",
    tests: [
      webhooks("forged: refused, no change; the genuine one still counts"),
      webhooks("%s: 400, no change"),
      ["lambdas/stripe-webhook.test.ts", "is 400 with a signature that is %s, and nothing goes on the bus"],
      ["lambdas/stripe-webhook.test.ts", "is 400 when the body was changed"],
    ],
  },
  {
    fault: "prices and quantities of the client's own",
    tests: [
      attacks("prices, quantities and states of the client's own choice: 409 or 400, and nothing held"),
      checkout("a changed price"),
      checkout("figures of the page's own: subtotal, shipping, total"),
      checkout("merchandise declared a ticket still pays its shipping"),
      input("the quantity %j"),
    ],
  },
  {
    fault: "order id and states of the client's own",
    tests: [input("order id, status, payment status and unknown fields are ignored, however deep")],
  },
  {
    fault: "tokens that are not an admin's access token",
    tests: [
      tokens("every admin route with %s: 401"),
      tokens("every admin route with an admin's token that has expired: 401"),
      ["lambdas/admin-access.test.ts", "is 401 for %s"],
    ],
  },
  {
    fault: "signed in but not in the group",
    tests: [
      tokens("every admin route for somebody who is signed in but not in the group: 403"),
      ["lambdas/admin-access.test.ts", "is 403 for somebody in the groups %j"],
    ],
  },
  {
    fault: "another's session, order or receipt",
    tests: [
      attacks("a session or order of somebody else, guessed: 404"),
      limits("guessing sessions"),
      input("an attempt's id guessed by another gives nothing away"),
      ["lambdas/payment-result.test.ts", "mails it to the order's own address, once a minute"],
    ],
  },
  {
    fault: "uploads that are no pictures",
    tests: [
      image("is not given for %s"),
      image("takes nothing but what it was given for"),
      image("names are made here, never taken: dots and slashes in a name go nowhere"),
      ["infra/local/s3-presigned-post.test.ts", "refuses %s"],
      ["infra/website.test.ts", "runs nothing from a picture's address"],
    ],
  },
  {
    fault: "markup in names, descriptions, details and order fields",
    tests: [
      markup(
        "markup in a product and in an order is text in the store, the checkout, the receipt and the mails",
      ),
      ["shared/receipt-html.test.ts", "is inert whatever names say, and refers to nothing outside itself"],
      ["shared/mails.test.ts", "markup in any field is text"],
      ["shared/page-meta.test.ts", "takes no markup from a product"],
    ],
  },
  {
    fault: "formulas in an export",
    tests: [
      ["web/admin/csv.test.ts", "a hostile name stays one inert cell of its row"],
      ["e2e/admin-orders.test.ts", "what is found is exported, and nothing in it is a formula"],
    ],
  },
  {
    fault: "line breaks in the contact form, or a victim's address",
    tests: [
      contact("is 400 when %s is %j"),
      contact(
        "writes to the team with the visitor to reply to, and to the visitor without a word of their own",
      ),
      contact("lets nobody be flooded: confirmations to one address are limited, however they are written"),
    ],
  },
  {
    fault: "floods",
    tests: [
      limits(
        "checkouts of one client end in 429 with Retry-After; another client is served, and the stock is not taken hostage",
      ),
      limits("pieces that one client has waiting for payment are limited; what ends is free again"),
      limits("the contact form"),
      limits("asking for the receipt"),
      limits("a client that claims to be another by its headers is still itself"),
    ],
  },
  {
    fault: "finding out who has an account",
    tests: [
      [
        "e2e/admin-sign-in.test.ts",
        "a wrong password and an unknown address get the same answer; too many get another",
      ],
      [
        "infra/local/cognito-sign-in.test.ts",
        "nobody learns from an answer whether an address has an account",
      ],
      ["infra/storage.test.ts", "is for invited people with long passwords, and never sends one"],
    ],
  },
  {
    fault: "foreign origins",
    tests: [attacks("gives the origin %s no CORS grant"), ["infra/api.test.ts", "lets no other origin in"]],
  },
  {
    fault: "open redirects",
    tests: [
      input("an address to return to such as %s is 400"),
      ["web/admin/return-to.test.ts", "%j leads to the dashboard"],
    ],
  },
  {
    fault: "deep or huge JSON, prototypes, keys and cursors of one's own",
    tests: [
      attacks("%s is refused"),
      attacks("__proto__ beside a good order changes nothing of anybody"),
      attacks("the product id %j reads nothing across partitions"),
      attacks("the forged cursor %s: 400"),
      attacks("an id longer than a key of the table in /api/%s: 404"),
    ],
  },
  {
    fault: "the edge's cache",
    tests: [
      attacks("private answers are not to be kept by anybody"),
      edge("other calls are never kept"),
      edge("of a cached path only what is in the key: no cookie, no token, no other parameter"),
    ],
  },
  {
    fault: "secrets and personal data in logs, errors, bundles and source maps",
    tests: [
      markup("what visitors load tells no secret and maps no source"),
      ["infra/bundle.test.ts", "$name: its code alone, without a map of its source or a secret"],
      checkout("writes no name, address or secret into its log"),
      contact("keeps and logs nothing of the visitor"),
      mailing("the log says why a mail did not go out, and to nobody's address"),
    ],
  },
  {
    fault: "a way around the edge",
    tests: [
      attacks("overrules a visitor who brings the origin's secret along"),
      input("the way around the edge is 403"),
    ],
  },
  {
    fault: "the function that reads tries to write",
    tests: [["infra/functions.test.ts", "let the catalogue read, and nothing else"]],
  },
];
