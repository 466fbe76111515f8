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

type Question = BodyInput<typeof publicApi.calculateTax>;

const TIMEOUT_MS = 12_000;
/** Stripe charges for each calculation, so none is made while the customer types. */
const DEBOUNCE_MS = 700;
/** Stripe locates an address in the US by its ZIP code: https://docs.stripe.com/tax/customer-locations */
const US_ZIP_LENGTH = 5;
const MIN_FOREIGN_ZIP_LENGTH = 3;

/** The body of the request for the tax; undefined until the place of delivery is known. */
export function questionOf(
  lines: readonly CartLine[],
  form: CheckoutForm,
  terms: OrderTerms,
): Question | undefined {
  const { delivery, billingAddress } = askedParts(form, lines);
  if (delivery && form.shipMerchandise === null) return undefined;
  const { ship, fin } = toOrderData(form, lines, "", 0, terms);
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

let lastQuestion: Question | undefined;
/** Returns the same object for an equal question, so that an effect runs only for another question. */
function keepIdentity(question: Question): Question {
  if (JSON.stringify(question) !== JSON.stringify(lastQuestion)) lastQuestion = question;
  return lastQuestion ?? question;
}

/** The answers, by question as JSON. A failed request is removed, so that it can be sent again. */
const answers = new Map<string, Promise<number>>();

/** The tax in dollars. Rejects with an `ApiError`. */
export function taxFor(question: Question): Promise<number> {
  const key = JSON.stringify(question);
  const earlierAnswer = answers.get(key);
  if (earlierAnswer) return earlierAnswer;
  const answer = call(publicApi.calculateTax, { body: question, timeoutMs: TIMEOUT_MS }).then(
    ({ tax }) => tax,
  );
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  return answer;
}

/** Called when the visitor accepts changes, because the server may have calculated another tax. */
export const forgetTaxes = (): void => answers.clear();

/** `tax`: in dollars, once it is known. `text`: why it is not known, or the error; '' once it is known. */
export type TaxState = { text: string; isError?: boolean; tax?: number };

export const UNKNOWN: TaxState = { text: "Sales tax is calculated when we know where your order goes." };
const LOADING: TaxState = { text: "Calculating the sales tax..." };

/** The tax of the form's order. It is requested when the customer stops typing. */
export function useTax(question: Question | undefined): TaxState {
  const [lastAnswer, setLastAnswer] = useState<{ question: Question; state: TaxState }>();
  useEffect(() => {
    if (!question) return;
    let isCurrent = true;
    const showState = (state: TaxState) => isCurrent && setLastAnswer({ question, state });
    const timer = setTimeout(
      () =>
        void taxFor(question).then(
          (tax) => showState({ text: "", tax }),
          (error: unknown) =>
            showState({
              isError: true,
              text: error instanceof Error ? error.message : "The tax is unknown.",
            }),
        ),
      answers.has(JSON.stringify(question)) ? 0 : DEBOUNCE_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [question]);
  if (!question) return UNKNOWN;
  return lastAnswer?.question === question ? lastAnswer.state : LOADING;
}
