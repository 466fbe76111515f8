import { type Fault, inFile } from "./named-test.ts";

const hostile = inFile("e2e/faults-attacks.test.ts");
const limits = inFile("e2e/faults-limits.test.ts");
const hostage = inFile("lambdas/stock-hostage.test.ts");
const markup = inFile("browser/faults-markup.test.ts");
const tokens = inFile("e2e/faults-tokens.test.ts");
const webhooks = inFile("e2e/faults-webhooks.test.ts");
const checkout = inFile("lambdas/checkout-api.test.ts");
const input = inFile("lambdas/checkout-input.test.ts");
const contact = inFile("lambdas/contact-api.test.ts");
const image = inFile("lambdas/process-image.test.ts");
const mailing = inFile("lambdas/send-order-email.test.ts");
const mail = inFile("e2e/faults-mail.test.ts");
const undelivered = inFile("lambdas/note-undelivered.test.ts");
const admins = inFile("lambdas/current-admin.test.ts");
const edge = inFile("infra/local/edge.test.ts");

/** Attacks on the shop, each with its tests. */
export const attacks: readonly Fault[] = [
  {
    fault: "a forged webhook",
    tests: [
      webhooks("that are forged change nothing, and the genuine one is applied"),
      webhooks("%s get 400 and change nothing"),
      ["lambdas/stripe-webhook.test.ts", "is 400 with a signature that is %s, and nothing goes on the bus"],
      ["lambdas/stripe-webhook.test.ts", "is 400 when the body was changed"],
    ],
  },
  {
    fault: "a payment session opened elsewhere that names an order of ours",
    tests: [["lambdas/settle-payment.test.ts", "settles no order that it names: %s"]],
  },
  {
    fault: "prices and quantities of the client's own",
    tests: [
      hostile("with invented prices, quantities or return addresses get 409 or 400, and hold no stock"),
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
      tokens("every admin route refuses %s with 401"),
      tokens("every admin route refuses an admin's expired token with 401"),
      ["lambdas/admin-access.test.ts", "is 401 for %s"],
    ],
  },
  {
    fault: "a token after sign-out, of a disabled or deleted user, or of somebody who is no admin any more",
    tests: [
      admins("every write of an admin who %s is refused within a minute"),
      tokens("writes of an admin %s are refused although the signature of the token is valid"),
      admins("a token of somebody else beside the claims is refused"),
    ],
  },
  {
    fault: "refunds by an old sign-in",
    tests: [
      admins(
        "not after that: 401 asks to sign in again and nothing changes; cancelling without a refund works",
      ),
      admins("not by a token that does not say when its user signed in"),
    ],
  },
  {
    fault: "signed in but not in the group",
    tests: [
      tokens("every admin route refuses a user who is not in the admin group with 403"),
      ["lambdas/admin-access.test.ts", "is 403 for somebody in the groups %j"],
    ],
  },
  {
    fault: "another's session, order or receipt",
    tests: [
      hostile("a guessed session or order id gets 404 or 400"),
      limits("guesses of session ids are limited"),
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
    fault: "the same upload form twice",
    tests: [
      image("changes nothing of a picture that is there"),
      image("at the same moment publishes one of the two, whole"),
      image("publishes nothing once it was refused"),
    ],
  },
  {
    fault: "invisible characters, line separators and direction overrides in a line of text",
    tests: [
      ["shared/text.test.ts", "is broken by %s"],
      ["shared/text.test.ts", "has no %s"],
      ["shared/text.test.ts", "is not %j"],
      input("the field %s of %j"),
    ],
  },
  {
    fault: "a variant's id that every object has",
    tests: [
      ["lambdas/product-input.test.ts", "is 400 when a variant's id is %s, and so is changing one to it"],
    ],
  },
  {
    fault: "markup in names, descriptions, details and order fields",
    tests: [
      markup(
        "markup in products and orders is shown as text in the store, the checkout, the receipt and the mails",
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
      ["browser/admin-orders.test.ts", "exports the orders that were found, without formulas"],
    ],
  },
  {
    fault: "line breaks in the contact form, or a victim's address",
    tests: [
      contact("is 400 when %s is %j"),
      contact(
        "writes to the team with the visitor to reply to, and to the visitor without a word of their own",
      ),
      contact("limits confirmations to one mailbox, whatever its address is varied by: %s"),
    ],
  },
  {
    fault: "floods",
    tests: [
      limits("many checkouts of one client end in 429 with Retry-After, and leave stock for another client"),
      limits("the unpaid items of one client are limited, and a payment frees the limit"),
      limits("messages of one client by the contact form are limited"),
      limits("requests for a receipt by mail are limited"),
      limits("a client cannot avoid its limit by forged address headers"),
    ],
  },
  {
    fault: "stock held for nothing",
    tests: [
      limits("under heavy demand, half of the stock can be held only with a proof of work"),
      hostage("from 27 addresses leaves most of the seeded shop to buyers, and each of them still buys"),
      hostage("cannot take an event of 30 tickets from one address, whatever it forgets"),
      hostage("who does no work for it holds half of an event at most, from however many addresses"),
      hostage("who does the work, from 24 addresses, loses what is not paid within minutes to those who pay"),
      hostage("has to wait, after items from one address went unpaid again and again, while others buy"),
      ["lambdas/challenge.test.ts", "does not count with %s"],
      ["browser/checkout-payment.test.ts", "solves the proof of work and opens the payment page"],
    ],
  },
  {
    fault: "pages of other sites that use their visitors' browsers",
    tests: [
      limits("requests from pages of other sites and requests that are not JSON are refused"),
      [
        "lambdas/checkout-limits.test.ts",
        "is given once, also with an error, is read by us alone, and says nothing of the visitor",
      ],
    ],
  },
  {
    fault: "finding out who has an account",
    tests: [
      [
        "browser/admin-sign-in.test.ts",
        "a wrong password and an unknown address get the same message; too many attempts get another",
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
    tests: [hostile("gives the origin %s no CORS grant"), ["infra/api.test.ts", "lets no other origin in"]],
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
      hostile("that are %s are refused"),
      hostile("with __proto__ in an order change no state of the server"),
      hostile("the product id %j reads no other item of the table"),
      hostile("the forged cursor %s gets 400"),
      hostile("an id in /api/%s that is longer than a table key gets 404"),
    ],
  },
  {
    fault: "the edge's cache",
    tests: [
      hostile("marks private responses as no-store"),
      edge("other calls are never kept"),
      edge("of a cached path only what is in the key: no cookie, no token, no other parameter"),
    ],
  },
  {
    fault: "secrets and personal data in logs, errors, bundles and source maps",
    tests: [
      markup("the scripts and styles of the site contain no secret and no source map"),
      ["infra/bundle.test.ts", "$name: its code alone, without a map of its source or a secret"],
      checkout("writes no name, address or secret into its log"),
      contact("keeps and logs nothing of the visitor"),
      mailing("the log says why a mail did not go out, and to nobody's address"),
    ],
  },
  {
    fault: "a way around the edge",
    tests: [
      hostile("replaces the origin secret that a visitor sends"),
      input("the way around the edge is 403"),
    ],
  },
  {
    fault: "the function that reads tries to write",
    tests: [["infra/functions.test.ts", "let the catalogue read, and nothing else"]],
  },
  {
    fault: "a consumer's account makes a rule for Stripe's events",
    tests: [
      ["infra/events.test.ts", "of other accounts may make a rule for %s: %s"],
      ["infra/events.test.ts", "may do %s to their own rules, not to the shop's"],
      ["infra/events.test.ts", "are let in on the shop's bus, where Stripe's events never come"],
    ],
  },
  {
    fault: "a function changes items that are not its own",
    tests: [["infra/functions.test.ts", "let %s do to the table %j, and to no other item anything"]],
  },
  {
    fault: "a spam complaint or bounce from the team's own mailbox",
    tests: [
      mail("the team's own mailbox among the %s still gets messages and notices, and an alarm is logged"),
      undelivered("%s: it is not noted, and somebody is told"),
      undelivered("goes on getting messages and notes of orders, also where it was noted before"),
      undelivered("that SES refuses rings, for a message and for a note of an order"),
      [
        "infra/events.test.ts",
        "ends mail to a customer's address by SES's suppression list, and never that to the team",
      ],
    ],
  },
  {
    fault: "contact data where it is kept for long: archived events, the outbox, Stripe's events in queues",
    tests: [
      ["infra/events.test.ts", "keeps the shop's own events, none of Stripe's, and none with personal data"],
      ["infra/events.test.ts", "%s: its shape names no contact data where it is archived"],
      [
        "lambdas/publish-events.test.ts",
        "an event with contact data leaves none behind once the bus has it; before that, it waits whole",
      ],
      [
        "lambdas/stripe-webhook.test.ts",
        "puts what Stripe signed on the bus, without contact data, and then says so",
      ],
    ],
  },
];
