import { type Fault, inFile } from "./named-test.ts";

const e2eAttacks = inFile("e2e/faults-attacks.test.ts");
const e2eLimits = inFile("e2e/faults-limits.test.ts");
const stockHoarding = inFile("lambdas/stock-hoarding.test.ts");
const browserAttacks = inFile("browser/attacks-on-pages.test.ts");
const e2eTokens = inFile("e2e/faults-tokens.test.ts");
const e2eWebhooks = inFile("e2e/faults-webhooks.test.ts");
const checkoutApi = inFile("lambdas/checkout-api.test.ts");
const checkoutInput = inFile("lambdas/checkout-input.test.ts");
const contactApi = inFile("lambdas/contact-api.test.ts");
const processImage = inFile("lambdas/process-image.test.ts");
const sendOrderEmail = inFile("lambdas/send-order-email.test.ts");
const e2eMail = inFile("e2e/faults-mail.test.ts");
const noteUndelivered = inFile("lambdas/note-undelivered.test.ts");
const currentAdmin = inFile("lambdas/current-admin.test.ts");
const webhookRules = inFile("lambdas/webhook-rules.test.ts");
const localEdge = inFile("infra/local/edge.test.ts");

/** Attacks on the shop, each with its tests. */
export const attacks: readonly Fault[] = [
  {
    fault: "a forged webhook",
    tests: [
      e2eWebhooks("that are forged change nothing, and the genuine webhook is applied"),
      e2eWebhooks("%s get 400 and change nothing"),
      ["lambdas/stripe-webhook.test.ts", "answers 400 when the signature is %s, and publishes nothing"],
      ["lambdas/stripe-webhook.test.ts", "answers 400 when the body was changed"],
    ],
  },
  {
    fault: "a payment session of another application that names an order of the shop",
    tests: [["lambdas/settle-payment.test.ts", "does not settle the order that it names, with %s"]],
  },
  {
    fault: "prices and quantities that the client invents",
    tests: [
      e2eAttacks("with invented prices, quantities or return addresses get 409 or 400, and hold no stock"),
      checkoutApi("gets 409 with the current lines when a price has changed"),
      checkoutApi("gets 409 when the subtotal, shipping or total is wrong"),
      checkoutApi("gets 409 when merchandise is declared as a ticket to avoid shipping"),
      checkoutInput("answers 400 to the quantity %j and stores nothing"),
    ],
  },
  {
    fault: "an order id and a status that the client invents",
    tests: [
      checkoutInput(
        "ignores order id, status, payment status and unknown fields, even if one is a deeply nested array",
      ),
    ],
  },
  {
    fault: "tokens that are not an admin's access token",
    tests: [
      e2eTokens("every admin route refuses %s with 401"),
      e2eTokens("every admin route refuses an admin's expired token with 401"),
      ["lambdas/admin-access.test.ts", "answers 401 to %s"],
    ],
  },
  {
    fault: "a token after sign-out, of a disabled or deleted user, or of somebody who is no admin any more",
    tests: [
      currentAdmin("the admin API refuses every write of an admin who %s, within a minute"),
      e2eTokens("every write route refuses an admin %s, although the token's signature is valid"),
      currentAdmin("the admin API refuses a token whose user differs from the user in the claims"),
    ],
  },
  {
    fault: "refunds by an old sign-in",
    tests: [
      currentAdmin("gets 401 and changes nothing after 12 hours, while cancelling without a refund works"),
      currentAdmin("gets 401 when the token lacks the time of sign-in"),
    ],
  },
  {
    fault: "a signed-in user who is not in the admin group",
    tests: [
      e2eTokens("every admin route refuses a user who is not in the admin group with 403"),
      ["lambdas/admin-access.test.ts", "answers 403 to a user in the groups %j"],
    ],
  },
  {
    fault: "the session, order or receipt of another customer",
    tests: [
      e2eAttacks("a guessed session or order id gets 404 or 400"),
      e2eLimits("the number of guesses at session ids is limited"),
      checkoutInput("reveals nothing about an order to a client that guesses the order's attempt id"),
      [
        "lambdas/payment-result.test.ts",
        "mails the receipt to the order's own address, at most once a minute",
      ],
    ],
  },
  {
    fault: "uploads that are not pictures",
    tests: [
      processImage("is refused for %s"),
      processImage("accepts only its own key and type, and at most 5 MiB"),
      processImage("has a generated file name; dots and slashes in the original name have no effect"),
      ["infra/local/s3-presigned-post.test.ts", "S3 refuses a form with %s"],
      ["infra/security-headers.test.ts", "of pictures allows nothing"],
    ],
  },
  {
    fault: "the same upload form twice",
    tests: [
      processImage("does not change a published picture"),
      processImage("publishes all sizes of one picture when two pictures are uploaded concurrently"),
      processImage("does not publish a second file after its first file was refused"),
    ],
  },
  {
    fault: "invisible characters, line separators and direction overrides in a line of text",
    tests: [
      ["shared/text.test.ts", "may not contain %s, which is a line break"],
      ["shared/text.test.ts", "may not contain %s"],
      ["shared/text.test.ts", "may not be %j"],
      checkoutInput("answers 400 to the field %s with the value %j"),
    ],
  },
  {
    fault: "a variant's id that is a property of every object, such as constructor",
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
      browserAttacks(
        "markup in products and orders is shown as text in the store, the checkout, the receipt and the customer's mail",
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
      [
        "browser/admin-orders.test.ts",
        "can be searched and filtered, shown with more orders per page, and exported to CSV with formulas escaped",
      ],
    ],
  },
  {
    fault: "line breaks in the contact form, or a victim's address",
    tests: [
      contactApi("answers 400 when %s is %j"),
      contactApi("mails the team with the visitor as Reply-To, and the visitor without quoting the message"),
      contactApi("limits the confirmation mails to one mailbox, also when the address varies in %s"),
    ],
  },
  {
    fault: "floods of requests",
    tests: [
      e2eLimits(
        "many checkouts from one client end in 429 with Retry-After, and leave stock for another client",
      ),
      e2eLimits(
        "one client can hold only a limited number of unpaid items of a product, and more after a payment",
      ),
      e2eLimits("messages from one client through the contact form are limited"),
      e2eLimits(
        "requests for a receipt by mail are limited, also for an unpaid order, which gets no receipt",
      ),
      e2eLimits("a client cannot avoid its limit with forged address headers"),
    ],
  },
  {
    fault: "requests that no rule of the firewall counts",
    tests: [
      [
        "infra/firewall.test.ts",
        "counts the requests for every path that functions answer, in a stage with every feature",
      ],
      ["infra/firewall.test.ts", "counts requests with encoded paths too"],
      [
        "infra/firewall.test.ts",
        "limits the requests of an IP address to functions, not to files, and leaves room for more than 300 visitors",
      ],
    ],
  },
  {
    fault: "a stranger's pull request, or another repository, that wants to deploy",
    tests: [
      ["infra/workflows.test.ts", "run a fork's code without secrets and without the token of a checkout"],
      [
        "infra/workflows.test.ts",
        "put no expression into a command, because a branch's name or a title could contain a command",
      ],
      ["infra/app.test.ts", "lets only a job in the environment of the stage assume the role of the stage"],
    ],
  },
  {
    fault: "stock held without paying",
    tests: [
      e2eLimits("under heavy demand, the second half of the stock can be held only with a proof of work"),
      stockHoarding(
        "from 27 addresses leaves over a quarter of the seeded pieces for sale, and others can buy each product",
      ),
      stockHoarding("cannot hold all of 30 tickets from one address, even without cookies"),
      stockHoarding("without proof of work holds at most half of the tickets, from any number of addresses"),
      stockHoarding(
        "with proof of work, from 24 addresses, loses unpaid tickets within minutes to buyers who pay",
      ),
      stockHoarding(
        "is refused while most of a stock is held, after repeated unpaid holds from one address; others can buy",
      ),
      ["lambdas/challenge.test.ts", "is refused with %s"],
      ["browser/checkout-payment.test.ts", "solves the proof of work and opens the payment page"],
    ],
  },
  {
    fault: "pages of other sites that use their visitors' browsers",
    tests: [
      e2eLimits("requests from pages of other sites and requests that are not JSON are refused"),
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
        "the pool gives the same responses for an email address with and without an account",
      ],
      [
        "infra/storage.test.ts",
        "is by invitation only, with passwords of at least 12 characters, which SRP never sends",
      ],
    ],
  },
  {
    fault: "foreign origins",
    tests: [
      e2eAttacks("sends the origin %s no CORS headers"),
      ["infra/api.test.ts", "allows no other origin by CORS"],
    ],
  },
  {
    fault: "open redirects",
    tests: [
      checkoutInput("answers 400 to the return address %s"),
      ["web/admin/path-after-sign-in.test.ts", "%j leads to the dashboard"],
    ],
  },
  {
    fault: "deeply nested or huge JSON, __proto__, and forged keys and cursors",
    tests: [
      e2eAttacks("that are %s are refused"),
      e2eAttacks("that have __proto__ in the order do not change the server's state"),
      e2eAttacks("the product id %j reads no other item of the table"),
      e2eAttacks("the forged cursor %s gets 400"),
      e2eAttacks("an id in /api/%s that is longer than a table key gets 404"),
    ],
  },
  {
    fault: "private data in the edge's cache",
    tests: [
      e2eAttacks("marks private responses as no-store"),
      localEdge("responses for paths with the policy CachingDisabled are never cached"),
      localEdge("for a cached path has no cookie, token or parameter from outside the cache key"),
    ],
  },
  {
    fault: "secrets and personal data in logs, errors, bundles and source maps",
    tests: [
      browserAttacks(
        "home page, store and sign-in load no secret and no source map, and the first two no code of Amplify",
      ),
      ["infra/bundle.test.ts", "$name is code, its source map and a package.json, without a secret"],
      checkoutApi("logs the request id and the order id, but no name, address or secret"),
      contactApi("stores and logs no personal data"),
      sendOrderEmail("the log says why a mail was not sent, without the recipient's address"),
    ],
  },
  {
    fault: "a request that bypasses the edge",
    tests: [
      e2eAttacks("replaces the origin secret that a visitor sends"),
      checkoutInput("answers 403 to a request that bypasses CloudFront"),
    ],
  },
  {
    fault: "a function that may only read tries to write",
    tests: [["infra/function-permissions.test.ts", "let catalog-api and render-page only read the table"]],
  },
  {
    fault: "a consumer's account reads Stripe's events, or changes the shop's bus",
    tests: [
      [
        "infra/events.test.ts",
        "get no events by default, and the shop's bus has no policy for other accounts",
      ],
      ["infra/events.test.ts", "get the shop's events on their own bus, and none of Stripe's"],
    ],
  },
  {
    fault: "a function changes items that are not its own",
    tests: [
      ["infra/function-permissions.test.ts", "let %s use the table only for %j (partition keys by action)"],
    ],
  },
  {
    fault: "a spam complaint or bounce from the team's own mailbox",
    tests: [
      e2eMail(
        "after the fault '%s' for the team's own address, the team still gets messages and notices, and an alarm is logged",
      ),
      noteUndelivered("raises the alarm and is not stored as undeliverable when it %s"),
      noteUndelivered("still gets messages and order notices when it was stored as undeliverable before"),
      noteUndelivered("raises the alarm when SES refuses its mail, for a message and for an order notice"),
      [
        "infra/mail.test.ts",
        "to an address that SES suppresses is not sent if it is for a customer, but is sent if it is for the team",
      ],
    ],
  },
  {
    fault: "contact data where it is kept for long: archived events, the outbox, Stripe's events in queues",
    tests: [
      [
        "infra/events.test.ts",
        "keeps the shop's events that have no personal data, and no events from Stripe",
      ],
      ["infra/events.test.ts", "%s has fields with personal data if, and only if, it is not archived"],
      [
        "lambdas/publish-events.test.ts",
        "the personal data of an event is deleted when the event is published, not before",
      ],
      [
        "lambdas/stripe-webhook.test.ts",
        "publishes an event that Stripe signed, without personal data, and answers 200 afterwards",
      ],
    ],
  },
  {
    fault:
      "a webhook to an address inside a network, directly, by its name, by a changed name or by a redirect",
    tests: [
      webhookRules("%s may not get webhooks"),
      webhookRules("%s is refused: %s"),
      webhookRules("to an address that is not allowed is not sent"),
      webhookRules("connects to the address that was checked, and does not resolve the name again"),
      webhookRules("follows no redirect, and stores only the beginning of an answer, as one line"),
      [
        "infra/webhooks.test.ts",
        "go to public addresses only, because no template has the variable that allows localhost",
      ],
    ],
  },
  {
    fault: "a forged or repeated webhook to a receiver",
    tests: [
      webhookRules("follows Stripe's scheme: an HMAC over time and body with each valid secret"),
      webhookRules("the documented check accepts what the shop has signed, and nothing else"),
      [
        "lambdas/webhook-endpoints.test.ts",
        "has a secret that only the creation and a renewal return; after a renewal, events are also signed with the old secret for a day",
      ],
    ],
  },
];
