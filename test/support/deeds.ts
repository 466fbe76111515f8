import fc from "fast-check";

const which = fc.nat(7);
const PAYMENT = [
  "pay",
  "pay",
  "pay",
  "pay-later",
  "settle",
  "fail-later",
  "expire",
  "refund",
  "refund-pending",
  "refund-settle",
  "refund-fail",
  "dispute",
  "dispute-win",
  "decline",
] as const;
/** What can be broken: the table, Stripe, SES (for everybody or the team alone), the bus (wholly or now and then). */
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
  "bus-choosy",
] as const;
export type WeatherFault = (typeof FAULTS)[number];

/** Something that a visitor, Stripe, an admin, the clock or bad luck does to the shop. */
export const anyDeed = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("buy" as const),
      which,
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("at-stripe" as const),
      which,
      action: fc.constantFrom(...PAYMENT),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("deliver" as const),
      which,
      count: fc.integer({ min: 1, max: 6 }),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("mail" as const),
      which,
      count: fc.integer({ min: 1, max: 6 }),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("again", "release", "verify", "give-back", "reopen"), which }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("cancel" as const),
      which,
      refund: fc.boolean(),
      restock: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("refund" as const),
      which,
      amount: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("wait" as const), minutes: fc.constantFrom(1, 20, 45, 1500) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("break" as const), fault: fc.constantFrom(...FAULTS) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("die" as const), calls: fc.nat(7), stripe: fc.boolean() }),
  },
);
export type Deed = typeof anyDeed extends fc.Arbitrary<infer D> ? D : never;
/** The function that does the next deed dies after so many calls of the table, or in the middle of one to Stripe. */
export type Death = Extract<Deed, { do: "die" }>;
export type Life = Exclude<Deed, Death>;
