/** Discount codes: what an admin enters, and the pure rules by which a code lowers the price of goods. */
import * as z from "zod/mini";
import { allocate } from "./allocate.ts";
import { normalizeCode } from "./discount-code.ts";
import { discountMessages } from "./discount-messages.ts";
import { formatMoney, namedDollars, toCents } from "./money.ts";
import { categoryLabel } from "./site/categories.ts";
import { Timestamp } from "./timestamp.ts";
import { formatCustomerTime } from "./zoned-time.ts";

/** The most discounts that are not over. Nothing deletes a discount that is over. */
export const MAX_DISCOUNTS = 200;
/** The most codes of one batch. */
const MAX_BATCH = 500;

const CODE = /^[A-Z0-9-]{3,30}$/;
/** Whether a normalized text can be a code. */
export const isCode = (text: string): boolean => CODE.test(text);

const Code = z
  .string(discountMessages.codeRequired)
  .check(z.overwrite(normalizeCode), z.regex(CODE, discountMessages.codeFormat));
/** A whole number from 1 to `max`. `name` is what messages call it. */
function wholeNumberUpTo(max: number, name: string) {
  const message = discountMessages.wholeNumber(name, max);
  return z.int(message).check(z.gte(1, message), z.lte(max, message));
}
const positiveDollars = (name: string) => namedDollars(name).check(z.gt(0, `${name} must be more than zero`));

const categoryIds = z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.maxLength(30));

/**
 * The terms of a discount: either `percent` (1 to 100) or `amount` (dollars). A discount applies to goods,
 * not to shipping.
 */
const terms = {
  percent: z.optional(wholeNumberUpTo(100, "Percent")),
  amount: z.optional(positiveDollars("Amount")),
  from: z.optional(Timestamp),
  until: z.optional(Timestamp),
  /** How often each code can be used in all. */
  limit: z.optional(wholeNumberUpTo(1_000_000, "Maximum uses")),
  /** How often each code can be used by one customer. */
  perCustomer: z.optional(wholeNumberUpTo(1_000, "Maximum uses for each customer")),
  /** The least price of all goods of the order, in dollars. */
  minimum: z.optional(positiveDollars("Minimum price")),
  /** Only goods of these categories become cheaper; absent for all goods. */
  categories: z.optional(categoryIds),
};

/** A discount as an admin enters it: with one `code`, or a batch of `count` codes that can be used once each. */
export const DiscountInput = z
  .object({
    code: z.optional(Code),
    count: z.optional(wholeNumberUpTo(MAX_BATCH, "Number of codes")),
    ...terms,
    // No item has one of no categories, so the discount could never be used.
    categories: z.optional(categoryIds.check(z.minLength(1, discountMessages.noCategory))),
  })
  .check(
    z.refine(({ code, count }) => (code === undefined) !== (count === undefined), {
      error: discountMessages.codeRequired,
      path: ["code"],
    }),
    z.refine(({ percent, amount }) => (percent === undefined) !== (amount === undefined), {
      error: discountMessages.percentOrAmount,
      path: ["percent"],
    }),
    z.refine(({ from, until }) => from === undefined || until === undefined || from < until, {
      error: discountMessages.untilAfterFrom,
      path: ["until"],
    }),
  );
export type DiscountInput = z.infer<typeof DiscountInput>;

/** A discount in the back office. `used`: the number of paid orders with one of its codes. */
export const Discount = z.object({
  id: z.string(),
  /** Absent for a batch, which has `count` codes. */
  code: z.optional(z.string()),
  count: z.optional(z.int()),
  ...terms,
  used: z.int(),
  createdAt: Timestamp,
  createdBy: z.string(),
  /** When an admin ended the discount. */
  endedAt: z.optional(Timestamp),
  /** Whether the coupon and the promotion codes at Stripe agree with this discount. */
  isInStripe: z.boolean(),
});
export type Discount = z.infer<typeof Discount>;

/** Whether a discount has ended, so that it can never be used again. */
export const isDiscountOver = ({ endedAt, until }: Pick<Discount, "endedAt" | "until">, now: Date): boolean =>
  endedAt !== undefined || (until !== undefined && Date.parse(until) <= +now);

/** A line of goods whose price a discount may lower. */
export type PricedLine = { category: string; priceEach: number; quantity: number };

const centsOf = ({ priceEach, quantity }: PricedLine): number => toCents(priceEach) * quantity;
const goodsCents = (lines: readonly PricedLine[]): number =>
  lines.reduce((sum, line) => sum + centsOf(line), 0);

/** The cents by which a discount lowers the price of each line. */
export function discountShares(
  { percent, amount, categories }: Pick<Discount, "percent" | "amount" | "categories">,
  lines: readonly PricedLine[],
): number[] {
  // A line that the discount does not apply to has the weight 0.
  const weights = lines.map((line) =>
    categories && !categories.includes(line.category) ? 0 : centsOf(line),
  );
  const eligibleCents = weights.reduce((sum, cents) => sum + cents, 0);
  const discountCents =
    percent === undefined
      ? Math.min(toCents(amount ?? 0), eligibleCents)
      : Math.round((eligibleCents * percent) / 100);
  return allocate(discountCents, weights);
}

/** '10% off', '$5.00 off T-shirts' */
export function termsText({ percent, amount, categories }: Discount): string {
  const reduction = percent === undefined ? formatMoney(amount ?? 0) : `${percent}%`;
  const categoryLabels = categories?.map((category) => categoryLabel(category)).join(", ");
  return [reduction, "off", categoryLabels].filter(Boolean).join(" ");
}

/**
 * The reason why the terms do not allow the code for these goods at `now`; undefined if the code is allowed.
 */
export function termsRefusal(
  discount: Omit<Discount, "used" | "isInStripe">,
  lines: readonly PricedLine[],
  now: Date,
): string | undefined {
  const { from, until, endedAt, minimum, categories } = discount;
  if (endedAt !== undefined) return discountMessages.endedByAdmin;
  if (from !== undefined && +now < Date.parse(from)) return discountMessages.notYet(formatCustomerTime(from));
  if (until !== undefined && +now >= Date.parse(until))
    return discountMessages.over(formatCustomerTime(until));
  if (categories && !lines.some(({ category }) => categories.includes(category)))
    return discountMessages.otherGoods(categories.map((category) => categoryLabel(category)).join(", "));
  if (minimum !== undefined && goodsCents(lines) < toCents(minimum))
    return discountMessages.belowMinimum(formatMoney(minimum));
  return undefined;
}
