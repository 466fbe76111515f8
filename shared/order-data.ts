import * as z from "zod/mini";
import type { CartLine } from "./cart.ts";
import { cartTotal, needsShipping } from "./cart.ts";
import type { CheckoutForm } from "./checkout-form.ts";
import { EMAIL, PHONE, ZIP } from "./checkout-form.ts";
import { toCents, toDollars } from "./money.ts";
import { COUNTRY, SHIPPING_FEE, SHIPPING_METHOD } from "./order.ts";
import { line, optionalLine } from "./text.ts";
import { usState } from "./us-states.ts";

const State = line("State is required", 40).check(
  z.regex(/^[A-Za-z]{2}$/, "State must be 2 characters"),
  z.toUpperCase(),
  usState(),
);
const Zip = line("ZIP code is required", 10).check(z.regex(ZIP, "ZIP code must be 5 or 9 digits"));
const Money = z.number().check(z.gte(0), z.lte(10_000_000));

const Item = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,60}$/, "Unknown product")),
  v: z.optional(z.string().check(z.regex(/^[\w-]{1,60}$/, "Unknown variant"))),
  n: z.string().check(z.maxLength(200)),
  p: Money,
  q: z
    .int("Quantity must be a whole number")
    .check(z.gte(1, "Quantity must be at least 1"), z.lte(99, "Quantity must be at most 99")),
  s: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
  c: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
  cat: z._default(z.string().check(z.maxLength(60)), "merchandise"),
});

/** The order as the page sends it, in short keys. Prices (dollars) are compared with the server's, never used. */
export const OrderData = z.object({
  oId: z.uuid("Must be a UUID"),
  cId: z.optional(z.string().check(z.maxLength(80))),
  date: z.optional(z.string().check(z.maxLength(40))),
  /** Never used. Whatever comes here is dropped: kept, its depth would be a way to exhaust us. */
  status: z.optional(z.catch(z.number(), 1)),
  bill: z.object({
    fn: line("First name is required", 100),
    ln: line("Last name is required", 100),
    co: z.optional(z.nullable(optionalLine(100))),
    addr: line("Street address is required", 320),
    city: line("City is required", 100),
    state: State,
    zip: Zip,
    country: z._default(z.literal(COUNTRY), COUNTRY),
    phone: line("Phone number is required", 12).check(z.regex(PHONE, "Phone must be in XXX-XXX-XXXX format")),
    email: line("Email is required", 254).check(z.regex(EMAIL, "Email format is invalid")),
  }),
  ship: z.optional(
    z.object({
      addr: line("Street address is required", 320),
      city: line("City is required", 100),
      state: State,
      country: z._default(z.literal(COUNTRY), COUNTRY),
      zip: Zip,
      method: z._default(z.literal(SHIPPING_METHOD), SHIPPING_METHOD),
      cost: Money,
    }),
  ),
  items: z.array(Item).check(z.minLength(1, "Cart is empty."), z.maxLength(40, "At most 40 lines")),
  fin: z.object({ sub: Money, ship: Money, tot: Money }),
  updates: z.optional(z.boolean()),
});
export type OrderData = z.infer<typeof OrderData>;

/** Street and suite on one line. */
const street = (form: CheckoutForm): string =>
  [form.address.trim(), form.suite.trim()].filter(Boolean).join(", ");

/** Subtotal, shipping and total in dollars of a cart, as the checkout page shows them. */
export function cartFigures(lines: readonly CartLine[], ship: boolean): OrderData["fin"] {
  const sub = cartTotal(lines);
  const fee = ship && needsShipping(lines) ? SHIPPING_FEE : 0;
  return { sub, ship: fee, tot: toDollars(toCents(sub) + toCents(fee)) };
}

/** The order that a filled form and a cart make. `attempt` is a UUID made once for this attempt, `now` in ms. */
export function toOrderData(
  form: CheckoutForm,
  lines: readonly CartLine[],
  attempt: string,
  now: number,
): OrderData {
  const fin = cartFigures(lines, form.shipMerchandise);
  const place = {
    addr: street(form),
    city: form.city.trim(),
    state: form.state.trim().toUpperCase(),
    zip: form.zip.trim(),
  };
  return {
    oId: attempt,
    cId: `customer_${now}`,
    date: new Date(now).toISOString(),
    status: 1,
    bill: {
      fn: form.firstName.trim(),
      ln: form.lastName.trim(),
      co: form.company.trim(),
      ...place,
      country: COUNTRY,
      phone: form.phone,
      email: form.email.trim(),
    },
    ...(fin.ship > 0
      ? { ship: { ...place, country: COUNTRY, method: SHIPPING_METHOD, cost: SHIPPING_FEE } }
      : {}),
    items: lines.map(({ product, quantity, variantId }) => {
      const variant = product.variants?.find(({ id }) => id === variantId);
      return {
        id: product.id,
        ...(variantId === undefined ? {} : { v: variantId }),
        n: product.name,
        p: product.price,
        q: quantity,
        s: variant?.size ?? product.size ?? null,
        c: variant?.color ?? product.color ?? null,
        cat: product.category || "merchandise",
      };
    }),
    fin,
    updates: form.updates,
  };
}

/** What the success page may show while the server verifies: items and total, no personal data. */
export const UrlOrderData = z.object({
  items: z.array(z.object({ n: z.string(), q: z.number(), p: z.number() })),
  total: z.number(),
});
export type UrlOrderData = z.infer<typeof UrlOrderData>;
