import type { CartLine } from "./cart.ts";
import { cartFigures } from "./cart-figures.ts";
import type { CheckoutForm } from "./checkout-form.ts";
import { askedParts } from "./checkout-form.ts";
import type { OrderData } from "./order-data.ts";
import { COUNTRY, SHIPPING_METHOD } from "./shipping.ts";
import { SHIPPING_FEE } from "./site/delivery.ts";

type StreetAddress = { addr: string; city: string; state: string };
const NO_ADDRESS: StreetAddress = { addr: "", city: "", state: "" };

/** An address with street and suite on one line. */
const addressOf = (street: string, suite: string, city: string, state: string): StreetAddress => ({
  addr: [street.trim(), suite.trim()].filter(Boolean).join(", "),
  city: city.trim(),
  state: state.trim().toUpperCase(),
});

/** A discount code that the server has accepted for the cart. `discount` is in dollars. */
export type AppliedCode = { code: string; discount: number; terms: string };

/** The order for a form and a cart. `attempt` is the UUID of this checkout attempt, `now` is in ms. */
export function toOrderData(
  form: CheckoutForm,
  lines: readonly CartLine[],
  attempt: string,
  now: number,
  applied?: AppliedCode,
): OrderData {
  const asked = askedParts(form, lines);
  const billing = {
    ...(asked.billingAddress ? addressOf(form.address, form.suite, form.city, form.state) : NO_ADDRESS),
    zip: form.zip.trim(),
  };
  const shipping = asked.shippingAddress
    ? {
        ...addressOf(form.shipAddress, form.shipSuite, form.shipCity, form.shipState),
        zip: form.shipZip.trim(),
      }
    : billing;
  return {
    oId: attempt,
    cId: `customer_${now}`,
    date: new Date(now).toISOString(),
    status: 1,
    bill: {
      fn: form.firstName.trim(),
      ln: form.lastName.trim(),
      co: form.company.trim(),
      ...billing,
      country: COUNTRY,
      phone: form.phone,
      email: form.email.trim(),
    },
    ...(asked.billingAddress
      ? { ship: { ...shipping, country: COUNTRY, method: SHIPPING_METHOD, cost: SHIPPING_FEE } }
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
    ...(applied ? { code: applied.code } : {}),
    fin: cartFigures(lines, asked.billingAddress, applied?.discount),
    updates: form.updates,
  };
}
