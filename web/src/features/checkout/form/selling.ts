import type { CartLine } from "../../../../../shared/cart.ts";
import type { CheckoutForm } from "../../../../../shared/checkout-form.ts";
import { destinationOf } from "../../../../../shared/checkout-form.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import { COUNTRY } from "../../../../../shared/shipping.ts";
import { shopSettings } from "../../../shop-settings.ts";

/** Sentences about shipping beside the choice of the delivery. `price`: '$10.00' or 'Free'. */
export type ShippingChoice = { price: string; hint: string };

/** What the checkout does by the stage's settings. The form of foreign addresses is loaded only if the stage has some. */
export async function loadSelling() {
  const settings = await shopSettings.load();
  const { countries = [] } = settings.shipping ?? {};
  const isLocal = countries.some(({ code }) => code !== COUNTRY);
  const local = isLocal ? await import("./local-address.tsx") : undefined;
  return {
    /** The form of addresses by country; undefined if all addresses are in the US. */
    local,
    countries,
    reload: settings.reload,
    termsFor: (lines: readonly CartLine[], form: CheckoutForm) =>
      settings.termsFor(lines, destinationOf(form)),
    /** 'Tue, Dec 1 to Thu, Dec 3'; undefined if the stage promises no days. */
    arrives: (form: CheckoutForm) => settings.shipping?.arrives(destinationOf(form)),
    /** The price and the text of shipping; undefined if the stage has no settings. */
    shippingChoice(lines: readonly CartLine[], form: CheckoutForm): ShippingChoice | undefined {
      if (!settings.shipping) return undefined;
      const { shippingFee } = settings.termsFor(lines, destinationOf(form));
      const arrives = settings.shipping.arrives(destinationOf(form));
      const names = countries.map(({ name }) => name).join(", ");
      return {
        price: shippingFee === 0 ? "Free" : formatMoney(shippingFee),
        hint: [`To: ${names}.`, ...(arrives ? [`Ordered now, it arrives ${arrives}.`] : [])].join(" "),
      };
    },
    localErrors: (form: CheckoutForm) => local?.localErrors(form, settings.shipping?.home ?? COUNTRY),
  };
}
export type Selling = Awaited<ReturnType<typeof loadSelling>>;
