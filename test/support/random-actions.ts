import fc from "fast-check";

/** An index of a product, attempt or event, taken modulo the number of products, attempts or events. */
const index = fc.nat(7);
/** The actions of `at-stripe`. An action that is listed several times is more frequent. */
const PAYMENT_ACTIONS = [
  "pay",
  "pay",
  "pay",
  "pay-later",
  "settle",
  "fail-later",
  "expire",
  "refund",
  "refund-pending",
  "refund-requires-action",
  "refund-settle",
  "refund-fail",
  "refund-cancel",
  "fraud-warning",
  "dispute",
  "dispute-part",
  "dispute-inquiry",
  "dispute-escalate",
  "dispute-close",
  "dispute-win",
  "dispute-lose",
  "decline",
] as const;
/** Faults of the table, Stripe, SES (all mail or team mail) and the bus (all or every second event). */
const FAULTS = [
  "normal",
  "normal",
  "throttled",
  "conflict",
  "error-replayed",
  "rate-limited",
  "mail-down",
  "team-mail-down",
  "bus-down",
  "bus-partly-down",
] as const;
export type ChaosFault = (typeof FAULTS)[number];

/**
 * Generates an action of a visitor, of Stripe or of an admin, a delivery of Stripe's events (`deliver`) or of the shop's events
 * to the mail function (`mail`), a passage of time, a fault or a crash.
 */
export const randomAction = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("buy" as const),
      index,
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("at-stripe" as const),
      index,
      action: fc.constantFrom(...PAYMENT_ACTIONS),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("deliver" as const),
      index,
      count: fc.integer({ min: 1, max: 6 }),
      isTwice: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("mail" as const),
      index,
      count: fc.integer({ min: 1, max: 6 }),
      isTwice: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom("retry", "release", "verify", "issue-refund", "reopen"),
      index,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("cancel" as const),
      index,
      refund: fc.boolean(),
      restock: fc.boolean(),
      /** The number of pieces to restock; undefined for all or none, as in `restock`. */
      quantity: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("refund" as const),
      index,
      /** In dollars. */
      amount: fc.integer({ min: 1, max: 60 }),
      /** The number of pieces to refund, and to restock if `restock`; undefined refunds only an amount. */
      quantity: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      restock: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("wait" as const), minutes: fc.constantFrom(1, 20, 45, 1500) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("fault" as const), fault: fc.constantFrom(...FAULTS) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("crash" as const), calls: fc.nat(7), isAtStripe: fc.boolean() }),
  },
);
export type RandomAction = typeof randomAction extends fc.Arbitrary<infer Action> ? Action : never;
/**
 * The function crashes during the next action: after `calls` table calls or, if `isAtStripe` and the action does not deliver
 * Stripe's events, during a call to Stripe.
 */
export type Crash = Extract<RandomAction, { do: "crash" }>;
export type ActionWithoutCrash = Exclude<RandomAction, Crash>;
