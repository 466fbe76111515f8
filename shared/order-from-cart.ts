import type { CartLine } from "./cart.ts";
import { cartFigures } from "./cart-figures.ts";
import type { CheckoutForm } from "./checkout-form.ts";
import { askedParts } from "./checkout-form.ts";
import type { OrderData } from "./order-data.ts";
import type { OrderTerms } from "./order-terms.ts";
import { defaultTerms } from "./order-terms.ts";
import { SHIPPING_METHOD } from "./shipping-rates.ts";
import { newsConsentLabel } from "./site/news-consent.ts";
import { SHOP_COUNTRY } from "./shop-country.ts";

type StreetAddress = { addr: string; city: string; state: string };
const NO_ADDRESS: StreetAddress = { addr: "", city: "", state: "" };

/** An address with street and suite on one line. */
const addressOf = (
  country: string,
  { street, suite, city, state }: Record<"street" | "suite" | "city" | "state", string>,
): StreetAddress => ({
  addr: [street.trim(), suite.trim()].filter(Boolean).join(", "),
  city: city.trim(),
  state: country === SHOP_COUNTRY ? state.trim().toUpperCase() : state.trim(),
});

/**
 * The order for a form and a cart. `attemptId` is the UUID of this checkout attempt, `now` is in ms. `terms`: what the
 * order's total depends on besides its lines.
 */
export function toOrderData(
  form: CheckoutForm,
  lines: readonly CartLine[],
  attemptId: string,
  now: number,
  terms: OrderTerms = defaultTerms,
): OrderData {
  const askedFor = askedParts(form, lines);
  // The billing address is asked for only if merchandise is shipped.
  const isShipped = askedFor.billingAddress;
  const country = form.country || terms.country;
  const shipCountry = form.shipCountry || terms.country;
  const billing = {
    ...(askedFor.billingAddress ? addressOf(country, { ...form, street: form.address }) : NO_ADDRESS),
    zip: form.zip.trim(),
    country,
  };
  const shipping = askedFor.shippingAddress
    ? {
        ...addressOf(shipCountry, {
          street: form.shipAddress,
          suite: form.shipSuite,
          city: form.shipCity,
          state: form.shipState,
        }),
        zip: form.shipZip.trim(),
        country: shipCountry,
      }
    : billing;
  return {
    oId: attemptId,
    cId: `customer_${now}`,
    date: new Date(now).toISOString(),
    status: 1,
    bill: {
      fn: form.firstName.trim(),
      ln: form.lastName.trim(),
      co: form.company.trim(),
      ...billing,
      phone: form.phone,
      email: form.email.trim(),
    },
    ...(isShipped ? { ship: { ...shipping, method: SHIPPING_METHOD, cost: terms.shippingFee } } : {}),
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
    ...(terms.applied ? { code: terms.applied.code } : {}),
    fin: cartFigures(lines, isShipped, terms),
    // The stored form may be older than the settings, which no longer ask.
    updates: newsConsentLabel !== undefined && form.updates,
  };
}
