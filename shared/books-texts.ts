import type { DifferenceKind } from "./books.ts";

/** What each kind of difference means, and what an admin does if the shop did not repair it. */
export const DIFFERENCE_TEXTS = {
  "payment-not-recorded": {
    what: "A payment at Stripe was not recorded in the order.",
    todo: "Compare the order with the payment at Stripe.",
  },
  "payment-differs": {
    what: "Stripe has another amount or another payment than the order.",
    todo: "Refund the difference, or ask the customer for it.",
  },
  "payment-without-order": {
    what: "Stripe has a payment of this shop, and its order is gone.",
    todo: "Restore the order, or refund the payment at Stripe.",
  },
  "payment-unknown-at-stripe": {
    what: "The order is paid, and Stripe does not know the payment.",
    todo: "Do not ship the order before you have found the payment.",
  },
  "refund-not-recorded": {
    what: "A refund at Stripe was not recorded in the order.",
    todo: "Compare the order with the refund at Stripe.",
  },
  "refund-differs": {
    what: "A refund had another amount or status at Stripe.",
    todo: "Compare both, and tell the customer what is true.",
  },
  "refund-not-made": {
    what: "A refund was requested hours ago, and Stripe has not got the request.",
    todo: "Redrive the dead letters.",
  },
  "refund-unknown-at-stripe": {
    what: "The order lists a refund that Stripe does not know.",
    todo: "Refund the customer at Stripe.",
  },
  "dispute-not-recorded": {
    what: "A dispute at Stripe, or its latest state, was not recorded in the order.",
    todo: "Answer the dispute at Stripe.",
  },
  "dispute-unknown-at-stripe": {
    what: "The order lists a dispute that Stripe does not know.",
    todo: "Look for the dispute at Stripe.",
  },
  "session-open": {
    what: "A payment page was open although its items were on sale again.",
    todo: "Expire the session at Stripe.",
  },
  "hold-outlived-session": {
    what: "Items were held for an order whose time to pay was over.",
    todo: "Cancel the order.",
  },
  "pieces-held-without-order": {
    what: "Items were held for a checkout that was over.",
    todo: "Add the items to the product's stock.",
  },
  "held-differs": {
    what: "The number of held items is not the sum of the holds.",
    todo: "Count the product's stock, and correct it.",
  },
  "sold-differs": {
    what: "The number of sold items is not the sum of the orders.",
    todo: "Count the product's stock, and correct it.",
  },
  "sale-not-counted": {
    what: "The analytics lack a paid order.",
    todo: "Redrive the dead letters.",
  },
  "sale-differs": {
    what: "The analytics count another amount for an order.",
    todo: "Redrive the dead letters.",
  },
  "tax-not-recorded": {
    what: "Stripe has not recorded the sales tax of a paid order or of a refund.",
    todo: "Redrive the dead letters. If that fails, enter it at Stripe by hand.",
  },
  "day-differs": {
    what: "The analytics of a day are not the sum of its orders.",
    todo: "Do not rely on this day's figures.",
  },
  "order-unreadable": {
    what: "The stored data of an order cannot be read.",
    todo: "Read in the log which field is wrong, and correct it. Until then, sold items are not compared.",
  },
} as const satisfies Record<DifferenceKind, { what: string; todo: string }>;
