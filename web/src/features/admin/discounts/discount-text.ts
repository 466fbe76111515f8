/** The texts about a discount, and the values of the form for a new discount. */
import type { Discount, DiscountInput } from "../../../../../shared/discounts.ts";
import { termsText } from "../../../../../shared/discounts.ts";
import { fromLocalTime } from "../../../../../shared/local-time.ts";
import { timeZone } from "../../../../../shared/site/address-and-hours.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { countText } from "../count-text.ts";

/** The values of the form, as they are typed. `value`: percent or dollars. `minimum`: dollars. `limit`, `perCustomer`: uses. */
export type DiscountForm = Record<
  "code" | "count" | "value" | "from" | "until" | "limit" | "perCustomer" | "minimum",
  string
> & { isBatch: boolean; isPercent: boolean; categories: string[] };

export const EMPTY_DISCOUNT_FORM: DiscountForm = {
  code: "",
  count: "",
  value: "",
  from: "",
  until: "",
  limit: "",
  perCustomer: "",
  minimum: "",
  isBatch: false,
  isPercent: true,
  categories: [],
};

/** The number in a text; NaN for an empty text. */
const numberOf = (text: string): number => (text.trim() === "" ? NaN : Number(text));
/** An object with the field `name` and the value of the text; an empty object for an empty text. */
const ifFilled = <K extends string, V>(name: K, text: string, toValue: (text: string) => V) =>
  text.trim() === "" ? {} : { [name]: toValue(text.trim()) };
/**
 * A local time of the shop as ISO 8601; the earlier of the two times if the clocks show this time twice. Returns the text
 * itself if it is no time, or a time that the clocks skip: the validation then refuses it.
 */
const isoOf = (text: string): string => fromLocalTime(text, timeZone)?.[0] ?? text;

/** The form's values as input for the API, not yet validated by `DiscountInput`. */
export const toDiscountInput = (form: DiscountForm): Record<keyof DiscountInput, unknown> | object => ({
  ...(form.isBatch ? { count: numberOf(form.count) } : { code: form.code }),
  [form.isPercent ? "percent" : "amount"]: numberOf(form.value),
  ...ifFilled("from", form.from, isoOf),
  ...ifFilled("until", form.until, isoOf),
  ...(form.isBatch ? {} : ifFilled("limit", form.limit, Number)),
  ...ifFilled("perCustomer", form.perCustomer, Number),
  ...ifFilled("minimum", form.minimum, Number),
  ...(form.categories.length > 0 ? { categories: form.categories } : {}),
});

/** The code, or 'Batch of 20 codes'. */
export const discountName = ({ code, count = 0 }: Discount): string => code ?? `Batch of ${count} codes`;

/** How often all codes together can be used; undefined without a limit. Each of a batch's `count` codes can be used once. */
const maxUsesOf = ({ count, limit }: Discount): number | undefined => count ?? limit;

/** The state of a discount at `now` (ms). */
export function discountState(discount: Discount, now: number): "Ended" | "Not yet" | "Used up" | "Active" {
  const { endedAt, from, until, used } = discount;
  if (endedAt !== undefined || (until !== undefined && Date.parse(until) <= now)) return "Ended";
  if (used >= (maxUsesOf(discount) ?? Number.POSITIVE_INFINITY)) return "Used up";
  return from !== undefined && Date.parse(from) > now ? "Not yet" : "Active";
}

/** '15% off Shirts · for orders from $50.00 · until Dec 1, 2026 09:00 EST · 3 of 100 uses · in Stripe' */
export function discountFacts(discount: Discount): string {
  const { minimum, from, until, perCustomer, used, isInStripe } = discount;
  const maxUses = maxUsesOf(discount);
  return [
    termsText(discount),
    ...(minimum === undefined ? [] : [`for orders from ${formatMoney(minimum)}`]),
    ...(from === undefined ? [] : [`from ${formatShopTime(from)}`]),
    ...(until === undefined ? [] : [`until ${formatShopTime(until)}`]),
    ...(perCustomer === undefined ? [] : [`${perCustomer} for each customer`]),
    maxUses === undefined ? countText(used, "use") : `${used} of ${countText(maxUses, "use")}`,
    isInStripe ? "in Stripe" : "not yet in Stripe",
  ].join(" · ");
}
