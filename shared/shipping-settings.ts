import * as z from "zod/mini";
import { isKnownCountry } from "./country-codes.ts";
import { Dollars } from "./money.ts";

const Days = z.int("Days must be a whole number").check(z.gte(0), z.lte(60, "At most 60 days"));
/** Business days, at least and at most. */
const DayRange = z
  .object({ from: Days, to: Days })
  .check(z.refine(({ from, to }) => from <= to, "from must not be more than to"));
export type DayRange = z.infer<typeof DayRange>;

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0));

const Grams = z.int("Grams must be a whole number").check(z.positive(), z.lte(1_000_000));

/** One fee for each order. */
const FlatRate = z.object({ by: z.literal("flat"), fee: Dollars });

/** A fee by the weight of the goods, in grams. A step includes its `upTo`; the last step has no `upTo`. */
const WeightRate = z.object({
  by: z.literal("weight"),
  /** The weight that counts for a product for which no weight was entered, in grams. */
  defaultGrams: Grams,
  steps: z.array(z.object({ upTo: z.optional(Grams), fee: Dollars })).check(
    z.minLength(1, "At least one step"),
    z.refine(
      (steps) => steps.at(-1)?.upTo === undefined && steps.slice(0, -1).every(({ upTo }) => upTo),
      "The last step must have no upTo, and every other step must have one, so that each weight has a fee",
    ),
    z.refine(
      (steps) => isAscending(steps.flatMap(({ upTo }) => (upTo === undefined ? [] : [upTo]))),
      "The weights of the steps must ascend",
    ),
  ),
});

/** A fee by the price of the goods after a discount, without shipping, in dollars. A step applies from its `from` on. */
const GoodsPriceRate = z.object({
  by: z.literal("total"),
  steps: z.array(z.object({ from: Dollars, fee: Dollars })).check(
    z.minLength(1, "At least one step"),
    z.refine((steps) => steps[0]?.from === 0, "The first step must begin at 0, so that each total has a fee"),
    z.refine((steps) => isAscending(steps.map(({ from }) => from)), "The totals of the steps must ascend"),
  ),
});

const ShippingRate = z.discriminatedUnion("by", [FlatRate, WeightRate, GoodsPriceRate]);
export type ShippingRate = z.infer<typeof ShippingRate>;

/** `Date.parse` takes 2026-02-30 as 2026-03-02, so the result is compared with the text. */
function isCalendarDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

const Day = z
  .string()
  .check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, "Not a day such as 2026-12-25"),
    z.refine(isCalendarDay, "Not a day of the calendar"),
  );

/**
 * The most characters of the settings as JSON. The settings are a variable of the checkout's function, and
 * AWS refuses a function whose variables have more than 4 KB together.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const MAX_SETTINGS_LENGTH = 2_400;

/**
 * How a stage ships. `countries`: where to, by the two-letter code of each country, with the rate and the
 * business days on the way. The checkout form preselects the first country. `handling`: the business days until an
 * order leaves; the hour in the shop's time zone from which an order counts as placed on the next business day;
 * and the holidays, which are no business days, like Saturdays and Sundays. Customers are shown an expected date
 * if both `handling` and `transitDays` are set.
 */
export const ShippingSettings = z
  .object({
    countries: z
      .record(
        z.string().check(
          z.refine(isKnownCountry, {
            error: ({ input }) => `${String(input)} is not one of the countries in shared/countries.ts`,
          }),
        ),
        z.object({ rate: ShippingRate, transitDays: z.optional(DayRange) }),
      )
      .check(z.refine((countries) => Object.keys(countries).length > 0, "At least one country")),
    handling: z.optional(
      z.object({
        days: DayRange,
        cutOffHour: z.int("cutOffHour must be a whole hour").check(z.gte(0), z.lte(24)),
        closedOn: z.optional(z.array(Day)),
      }),
    ),
  })
  .check(
    z.refine((settings) => JSON.stringify(settings).length <= MAX_SETTINGS_LENGTH, {
      error: `At most ${MAX_SETTINGS_LENGTH} characters as JSON: use fewer countries, steps or closed days`,
    }),
  );
export type ShippingSettings = z.infer<typeof ShippingSettings>;
