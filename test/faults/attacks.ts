import { type Fault, inFile } from "./named-test.ts";

const hostile = inFile("e2e/faults-attacks.test.ts");
const limits = inFile("e2e/faults-limits.test.ts");
const hostage = inFile("lambdas/stock-hoarding.test.ts");
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
      ["lambdas/stripe-webhook.test.ts", "answers 400 when the signature is %s, and publishes nothing"],
      ["lambdas/stripe-webhook.test.ts", "answers 400 when the body was changed"],
    ],
  },
  {
    fault: "a payment session opened elsewhere that names an order of ours",
    tests: [["lambdas/settle-payment.test.ts", "does not settle the order that it names, with %s"]],
  },
  {
    fault: "prices and quantities of the client's own",
    tests: [
      hostile("with invented prices, quantities or return addresses get 409 or 400, and hold no stock"),
      checkout("gets 409 with the current lines when a price has changed"),
      checkout("gets 409 when the subtotal, shipping or total is wrong"),
      checkout("gets 409 when merchandise is declared as a ticket to avoid shipping"),
      input("answers 400 to the quantity %j and stores nothing"),
    ],
  },
  {
    fault: "order id and states of the client's own",
    tests: [input("ignores order id, status, payment status and unknown fields, also when deeply nested")],
  },
  {
    fault: "tokens that are not an admin's access token",
    tests: [
      tokens("every admin route refuses %s with 401"),
      tokens("every admin route refuses an admin's expired token with 401"),
      ["lambdas/admin-access.test.ts", "answers 401 to %s"],
    ],
  },
  {
    fault: "a token after sign-out, of a disabled or deleted user, or of somebody who is no admin any more",
    tests: [
      admins("refuses every write of an admin who %s, within a minute"),
      tokens("writes of an admin %s are refused although the signature of the token is valid"),
      admins("refuses a token whose user differs from the user in the claims"),
    ],
  },
  {
    fault: "refunds by an old sign-in",
    tests: [
      admins("gets 401 and changes nothing after 12 hours, while cancelling without a refund works"),
      admins("gets 401 when the token lacks the time of sign-in"),
    ],
  },
  {
    fault: "signed in but not in the group",
    tests: [
      tokens("every admin route refuses a user who is not in the admin group with 403"),
      ["lambdas/admin-access.test.ts", "answers 403 to a user in the groups %j"],
    ],
  },
  {
    fault: "another's session, order or receipt",
    tests: [
      hostile("a guessed session or order id gets 404 or 400"),
      limits("guesses of session ids are limited"),
      input("reveals nothing about an order to a client that guesses its attempt id"),
      [
        "lambdas/payment-result.test.ts",
        "mails the receipt to the order's own address, at most once a minute",
      ],
    ],
  },
  {
    fault: "uploads that are no pictures",
    tests: [
      image("is refused for %s"),
      image("accepts only the declared key, type and size"),
      image("has a generated file name; dots and slashes in the original name have no effect"),
      ["infra/local/s3-presigned-post.test.ts", "refuses %s"],
      ["infra/website.test.ts", "allows no scripts in pictures"],
    ],
  },
  {
    fault: "the same upload form twice",
    tests: [
      image("does not change a published picture"),
      image("publishes all sizes of one picture when two are uploaded concurrently"),
      image("publishes nothing after its first file was refused"),
    ],
  },
  {
    fault: "invisible characters, line separators and direction overrides in a line of text",
    tests: [
      ["shared/text.test.ts", "may not contain %s, which is a line break"],
      ["shared/text.test.ts", "may not contain %s"],
      ["shared/text.test.ts", "may not be %j"],
      input("answers 400 to the field %s with the value %j"),
    ],
  },
  {
    fault: "a variant's id that every object has",
    tests: [
      [
        "lambdas/product-input.test.ts",
        "answers 400 when a variant's id is %s, for a new and for an existing product",
      ],
    ],
  },
  {
    fault: "markup in names, descriptions, details and order fields",
    tests: [
      markup(
        "markup in products and orders is shown as text in the store, the checkout, the receipt and the mails",
      ),
      ["shared/receipt-html.test.ts", "escapes markup, and refers to no external files"],
      ["shared/mails.test.ts", "markup in any field is escaped"],
      ["shared/page-meta.test.ts", "escapes markup of a product"],
    ],
  },
  {
    fault: "formulas in an export",
    tests: [
      ["web/admin/csv.test.ts", "a hostile name stays one cell without a formula"],
      ["browser/admin-orders.test.ts", "exports the orders that were found, without formulas"],
    ],
  },
  {
    fault: "line breaks in the contact form, or a victim's address",
    tests: [
      contact("answers 400 when %s is %j"),
      contact("mails the team with the visitor as Reply-To, and the visitor without quoting the message"),
      contact("limits confirmations to one mailbox, also when its address varies by %s"),
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
      hostage("from 27 addresses leaves most of the seeded shop for sale, and other visitors can still buy"),
      hostage("cannot hold all of 30 tickets from one address, even without cookies"),
      hostage("without proof of work holds at most half of the tickets, from any number of addresses"),
      hostage("with proof of work, from 24 addresses, loses unpaid tickets within minutes to buyers who pay"),
      hostage("is refused after repeated unpaid holds from one address, while others can buy"),
      ["lambdas/challenge.test.ts", "is refused with %s"],
      ["browser/checkout-payment.test.ts", "solves the proof of work and opens the payment page"],
    ],
  },
  {
    fault: "pages of other sites that use their visitors' browsers",
    tests: [
      limits("requests from pages of other sites and requests that are not JSON are refused"),
      [
        "lambdas/checkout-limits.test.ts",
        "is set once, also with an error response, is HttpOnly and contains no personal data",
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
        "gives the same answers for an address with and without an account",
      ],
      ["infra/storage.test.ts", "is by invitation, with long passwords that are never sent"],
    ],
  },
  {
    fault: "foreign origins",
    tests: [
      hostile("gives the origin %s no CORS grant"),
      ["infra/api.test.ts", "allows no other origin by CORS"],
    ],
  },
  {
    fault: "open redirects",
    tests: [
      input("answers 400 to the return address %s"),
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
      edge("answers of other paths are never cached"),
      edge("for a cached path has only what is in the cache key: no cookie, no token, no other parameter"),
    ],
  },
  {
    fault: "secrets and personal data in logs, errors, bundles and source maps",
    tests: [
      markup("the scripts and styles of the site contain no secret and no source map"),
      ["infra/bundle.test.ts", "$name is code and its source map, without a secret"],
      checkout("logs no name, address or secret"),
      contact("stores and logs no personal data"),
      mailing("the log says why a mail did not go out, without the recipient's address"),
    ],
  },
  {
    fault: "a way around the edge",
    tests: [
      hostile("replaces the origin secret that a visitor sends"),
      input("answers 403 to a request that bypasses CloudFront"),
    ],
  },
  {
    fault: "the function that reads tries to write",
    tests: [["infra/functions.test.ts", "let catalog-api only read"]],
  },
  {
    fault: "a consumer's account makes a rule for Stripe's events",
    tests: [
      ["infra/events.test.ts", "in other accounts may make a rule for %s: %s"],
      ["infra/events.test.ts", "may call %s for their own rules only, not for the shop's"],
      ["infra/events.test.ts", "have access to the shop's bus only, which has no events of Stripe's"],
    ],
  },
  {
    fault: "a function changes items that are not its own",
    tests: [["infra/functions.test.ts", "let %s do only %j to the table"]],
  },
  {
    fault: "a spam complaint or bounce from the team's own mailbox",
    tests: [
      mail("the team's own mailbox among the %s still gets messages and notices, and an alarm is logged"),
      undelivered("raises the alarm and is not stored as undeliverable when it %s"),
      undelivered("still gets messages and order notices when it was stored as undeliverable before"),
      undelivered("raises the alarm when SES refuses its mail, for a message and for an order notice"),
      ["infra/events.test.ts", "is suppressed by SES for customers, and never for the team"],
    ],
  },
  {
    fault: "contact data where it is kept for long: archived events, the outbox, Stripe's events in queues",
    tests: [
      ["infra/events.test.ts", "keeps the shop's events without personal data, and none of Stripe's"],
      ["infra/events.test.ts", "%s has fields with personal data only if it is not archived"],
      [
        "lambdas/publish-events.test.ts",
        "deletes the personal data of an event when it is published, not before",
      ],
      [
        "lambdas/stripe-webhook.test.ts",
        "publishes an event that Stripe signed, without contact data, and answers 200 afterwards",
      ],
    ],
  },
];
