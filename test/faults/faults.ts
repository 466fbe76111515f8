import { type Fault, inFile } from "./named-test.ts";
import { storedThings } from "./stored-things.ts";

const race = inFile("e2e/race.test.ts");
const crash = inFile("e2e/crash.test.ts");
const mail = inFile("e2e/faults-mail.test.ts");
const undelivered = inFile("lambdas/note-undelivered.test.ts");
const payments = inFile("e2e/faults-payments.test.ts");
const table = inFile("e2e/faults-table.test.ts");
const webhooks = inFile("e2e/faults-webhooks.test.ts");
const checkoutPayment = inFile("browser/checkout-payment.test.ts");
const mailing = inFile("lambdas/send-order-email.test.ts");
const settle = inFile("lambdas/settle-payment.test.ts");
const moneyBack = inFile("lambdas/settle-money-back.test.ts");
const stripeFaults = inFile("lambdas/stripe-faults.test.ts");
const tend = inFile("lambdas/tend-checkouts.test.ts");

/** What breaks on orders, payment and mail. */
export const faults: readonly Fault[] = [
  ...storedThings,
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
