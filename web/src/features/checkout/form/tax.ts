import { useEffect, useState } from "react";
import { publicApi } from "../../../../../shared/api-public.ts";
import type { CartLine } from "../../../../../shared/cart.ts";
import type { CheckoutForm } from "../../../../../shared/checkout-form.ts";
import { askedParts } from "../../../../../shared/checkout-form.ts";
import type { BodyInput } from "../../../../../shared/endpoint.ts";
import { toCents, toDollars } from "../../../../../shared/money.ts";
import { toOrderData } from "../../../../../shared/order-from-cart.ts";
import type { OrderTerms } from "../../../../../shared/order-terms.ts";
import { TICKET } from "../../../../../shared/product.ts";
import { call } from "../../../api.ts";

type TaxRequest = BodyInput<typeof publicApi.calculateTax>;

const TIMEOUT_MS = 12_000;
/** Stripe charges for each calculation, so none is made while the customer types. */
const DEBOUNCE_MS = 700;
/** Stripe locates an address in the US by its ZIP code: https://docs.stripe.com/tax/customer-locations */
const US_ZIP_LENGTH = 5;
/** A postal code outside the US with fewer characters is certainly incomplete. */
const MIN_FOREIGN_ZIP_LENGTH = 3;

/** The body of the request for the tax; undefined until the place of delivery is known. */
export function taxRequestOf(
  lines: readonly CartLine[],
  form: CheckoutForm,
  terms: OrderTerms,
): TaxRequest | undefined {
  const { delivery, billingAddress } = askedParts(form, lines);
  if (delivery && form.shipMerchandise === null) return undefined;
  const { ship, fin } = toOrderData(form, lines, "", 0, terms);
  // The form asks for the whole billing address only if the order is shipped. Other orders are taxed where the shop is. An
  // address in the US needs a whole ZIP code and a state.
  const isPlaceKnown =
    !billingAddress ||
    (ship &&
      ship.zip.length >= (ship.country === "US" ? US_ZIP_LENGTH : MIN_FOREIGN_ZIP_LENGTH) &&
      (ship.country !== "US" || ship.state));
  if (!isPlaceKnown) return undefined;
  return keepIdentity({
    lines: lines.map(({ product, quantity }, i) => ({
      category: product.category || TICKET,
      quantity,
      amount: toDollars(toCents(product.price) * quantity - toCents(terms.applied?.shares[i] ?? 0)),
    })),
    shipping: fin.ship,
    ...(ship
      ? {
          ship: {
            addr: ship.addr,
            city: ship.city,
            state: ship.state ?? "",
            zip: ship.zip,
            country: ship.country ?? terms.country,
          },
        }
      : {}),
  });
}

let lastRequest: TaxRequest | undefined;
/** Returns the same object for an equal request, so that an effect runs only for another request. */
function keepIdentity(request: TaxRequest): TaxRequest {
  if (JSON.stringify(request) !== JSON.stringify(lastRequest)) lastRequest = request;
  return lastRequest ?? request;
}

/** The taxes in dollars, by request as JSON. A failed request is removed, so that it can be sent again. */
const taxPromises = new Map<string, Promise<number>>();

/** Requests the tax in dollars, once for equal requests. Rejects with the `ApiError` of a failed call. */
export function requestTax(request: TaxRequest): Promise<number> {
  const key = JSON.stringify(request);
  const earlierPromise = taxPromises.get(key);
  if (earlierPromise) return earlierPromise;
  const taxPromise = call(publicApi.calculateTax, { body: request, timeoutMs: TIMEOUT_MS }).then(
    ({ tax }) => tax,
  );
  taxPromises.set(key, taxPromise);
  taxPromise.catch(() => taxPromises.delete(key));
  return taxPromise;
}

/** Forgets all calculated taxes. Called when the visitor accepts changes of the cart, because the tax may be another one now. */
export const forgetTaxes = (): void => taxPromises.clear();

/** `tax`: in dollars, once it is known. `text`: why it is not known, or the error; '' once it is known. */
export type TaxState = { text: string; isError?: boolean; tax?: number };

export const TAX_UNKNOWN: TaxState = { text: "Sales tax is calculated when we know where your order goes." };
const LOADING: TaxState = { text: "Calculating the sales tax..." };

/** The tax of the form's order. It is requested when the customer stops typing. */
export function useTax(request: TaxRequest | undefined): TaxState {
  const [lastResponse, setLastResponse] = useState<{ request: TaxRequest; state: TaxState }>();
  useEffect(() => {
    if (!request) return;
    let isCurrent = true;
    const showState = (state: TaxState) => isCurrent && setLastResponse({ request, state });
    const timer = setTimeout(
      () =>
        void requestTax(request).then(
          (tax) => showState({ text: "", tax }),
          (error: unknown) =>
            showState({
              isError: true,
              text: error instanceof Error ? error.message : "The tax is unknown.",
            }),
        ),
      taxPromises.has(JSON.stringify(request)) ? 0 : DEBOUNCE_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [request]);
  if (!request) return TAX_UNKNOWN;
  return lastResponse?.request === request ? lastResponse.state : LOADING;
}
