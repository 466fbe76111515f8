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
      checkout("a wrong subtotal, shipping or total"),
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
      tokens("every write route refuses an admin %s, although the token's signature is valid"),
      admins("a token of another user than the claims is refused"),
    ],
  },
  {
    fault: "refunds by an old sign-in",
    tests: [
      admins(
        "not after that: 401 asks to sign in again and nothing changes; cancelling without a refund works",
      ),
      admins("not with a token without the time of sign-in"),
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
      limits("the number of guesses at session ids is limited"),
      input("a guessed attempt id reveals nothing"),
      ["lambdas/payment-result.test.ts", "mails it to the order's own address, once a minute"],
    ],
  },
  {
    fault: "uploads that are no pictures",
    tests: [
      image("is not given for %s"),
      image("accepts only the declared type and size"),
      image("file names are generated; dots and slashes in a given name have no effect"),
      ["infra/local/s3-presigned-post.test.ts", "refuses %s"],
      ["infra/website.test.ts", "allows no scripts in pictures"],
    ],
  },
  {
    fault: "the same upload form twice",
    tests: [
      image("changes nothing of a picture that is there"),
      image("concurrently publishes one of the two completely"),
      image("publishes nothing once it was refused"),
    ],
  },
  {
    fault: "invisible characters, line separators and direction overrides in a line of text",
    tests: [
      ["shared/text.test.ts", "may not contain %s, which is a line break"],
      ["shared/text.test.ts", "may not contain %s"],
      ["shared/text.test.ts", "may not be %j"],
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
      ["shared/receipt-html.test.ts", "escapes markup, and refers to no external files"],
      ["shared/mails.test.ts", "markup in any field is escaped"],
      ["shared/page-meta.test.ts", "escapes markup of a product"],
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
      contact("mails the team with the visitor as Reply-To, and the visitor without quoting the message"),
      contact("limits confirmations to one mailbox, whatever its address is varied by: %s"),
    ],
  },
  {
    fault: "floods",
    tests: [
      limits(
        "many checkouts from one client end in 429 with Retry-After, and leave stock for another client",
      ),
      limits("one client can hold only a limited number of unpaid items, and can hold more after a payment"),
      limits("messages from one client through the contact form are limited"),
      limits("requests for a receipt by mail are limited"),
      limits("a client cannot avoid its limit with forged address headers"),
    ],
  },
  {
    fault: "stock held for nothing",
    tests: [
      limits("under heavy demand, the second half of the stock can be held only with a proof of work"),
      hostage("from 27 addresses leaves most of the seeded shop for sale, and other visitors can still buy"),
      hostage("cannot hold all of 30 tickets from one address, even without cookies"),
      hostage("without proof of work holds at most half of the tickets, from any number of addresses"),
      hostage("with proof of work, from 24 addresses, loses unpaid tickets within minutes to buyers who pay"),
      hostage("is refused after repeated unpaid holds from one address, while others can buy"),
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
        "gives the same responses for an address with and without an account",
      ],
      ["infra/storage.test.ts", "is by invitation, with long passwords that are never sent"],
    ],
  },
  {
    fault: "foreign origins",
    tests: [
      hostile("sends the origin %s no CORS headers"),
      ["infra/api.test.ts", "allows no other origin by CORS"],
    ],
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
      edge("responses for other paths are never cached"),
      edge("for a cached path contains only the cache key: no cookie, no token, no other parameter"),
    ],
  },
  {
    fault: "secrets and personal data in logs, errors, bundles and source maps",
    tests: [
      markup("the scripts and styles of the site contain no secret and no source map"),
      ["infra/bundle.test.ts", "$name is code and its source map, without a secret"],
      checkout("logs no name, address or secret"),
      contact("stores and logs no personal data"),
      mailing("the log says why a mail did not go out, and to nobody's address"),
    ],
  },
  {
    fault: "a way around the edge",
    tests: [
      hostile("replaces the origin secret that a visitor sends"),
      input("a request that bypasses CloudFront is 403"),
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
      ["infra/events.test.ts", "may call %s for their own rules, but not for the shop's rules"],
      ["infra/events.test.ts", "have access only to the shop's bus, which has no events from Stripe"],
    ],
  },
  {
    fault: "a function changes items that are not its own",
    tests: [["infra/functions.test.ts", "let %s do only %j to the table"]],
  },
  {
    fault: "a spam complaint or bounce from the team's own mailbox",
    tests: [
      mail(
        "with the team's own mailbox among the %s, the team still gets messages and notices, and an alarm is logged",
      ),
      undelivered("%s: it is not noted, and somebody is told"),
      undelivered("goes on getting messages and notes of orders, also where it was noted before"),
      undelivered("that SES refuses raises the alarm, for a message and for an order notice"),
      ["infra/events.test.ts", "is suppressed by SES if it is for customers, never if it is for the team"],
    ],
  },
  {
    fault: "contact data where it is kept for long: archived events, the outbox, Stripe's events in queues",
    tests: [
      [
        "infra/events.test.ts",
        "keeps the shop's events that have no personal data, and no events from Stripe",
      ],
      ["infra/events.test.ts", "%s has fields with personal data only if it is not archived"],
      [
        "lambdas/publish-events.test.ts",
        "an event with personal data loses it once it is published, not before",
      ],
      [
        "lambdas/stripe-webhook.test.ts",
        "puts what Stripe signed on the bus, without contact data, and then says so",
      ],
    ],
  },
];
