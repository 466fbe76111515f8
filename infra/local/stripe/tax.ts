import * as z from "zod/mini";
import { invalid, refused } from "./errors.ts";
import { newId } from "./ids.ts";
import { codedCheck, integer, list, metadata, text } from "./params.ts";
import { findRow, type StripeState } from "./state.ts";

/**
 * Sales tax in percent as of 2026-11-01, without local taxes. In any other state or country, the simulated
 * shop is not registered for tax, so it collects nothing.
 */
export const RATES: Record<string, { rate: number; exemptsClothing?: boolean; taxesShipping?: boolean }> = {
  "US-CA": { rate: 7.25 },
  "US-GA": { rate: 4, taxesShipping: true },
  "US-IL": { rate: 6.25 },
  "US-IN": { rate: 7, taxesShipping: true },
  "US-KY": { rate: 6, taxesShipping: true },
  "US-MN": { rate: 6.875, exemptsClothing: true, taxesShipping: true },
  "US-NJ": { rate: 6.625, exemptsClothing: true, taxesShipping: true },
  "US-NY": { rate: 4, taxesShipping: true },
  "US-OH": { rate: 5.75, taxesShipping: true },
  "US-PA": { rate: 6, exemptsClothing: true, taxesShipping: true },
  "US-TN": { rate: 7, taxesShipping: true },
  "US-TX": { rate: 6.25, taxesShipping: true },
};
const SHIPPING_TAX_CODE = "txcd_92010001";
/** Neither Stripe nor the simulator can locate this ZIP code. */
const UNKNOWN_ZIP = "00000";
const CALCULATION_LIFETIME_S = 90 * 86_400;

/** Intl names the codes of ISO 3166, which Stripe accepts, and a few others such as EU. */
const regionNames = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
const isKnownCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && code !== "ZZ" && regionNames.of(code) !== undefined;

const taxCode = z.string().check(z.regex(/^txcd_\d{8}$/));
const address = z.strictObject({
  line1: z.optional(text()),
  city: z.optional(text()),
  state: z.optional(text()),
  postal_code: z.optional(text()),
  country: text(2).check(codedCheck("parameter_invalid", isKnownCountry, "Country '%s' is unknown.")),
});
const taxedLine = z.strictObject({
  amount: integer(0),
  quantity: integer(1),
  reference: text(),
  tax_code: taxCode,
});

/** https://docs.stripe.com/api/tax/calculations/create */
export const calculationParams = z.strictObject({
  currency: z.literal("usd"),
  line_items: list(taxedLine),
  shipping_cost: z.optional(z.strictObject({ amount: integer(0), tax_code: taxCode })),
  customer_details: z.strictObject({ address, address_source: z.literal("shipping") }),
  ship_from_details: z.optional(z.strictObject({ address })),
  expand: z.optional(list(text())),
});
/** https://docs.stripe.com/api/tax/transactions/create_from_calculation */
export const transactionParams = z.strictObject({
  calculation: text(),
  reference: text(500),
  metadata: z._default(metadata, {}),
  expand: z.optional(list(text())),
});
const negativeCents = integer(-99_999_999, 0);
/** https://docs.stripe.com/api/tax/transactions/create_reversal */
export const reversalParams = z.strictObject({
  mode: z.enum(["full", "partial"]),
  original_transaction: text(),
  reference: text(500),
  flat_amount: z.optional(negativeCents),
  line_items: z.optional(
    list(
      z.strictObject({
        original_line_item: text(),
        reference: text(),
        amount: negativeCents,
        amount_tax: negativeCents,
      }),
    ),
  ),
  shipping_cost: z.optional(z.strictObject({ amount: negativeCents, amount_tax: negativeCents })),
  metadata: z._default(metadata, {}),
});

type Line = { id: string; reference: string; quantity: number; amount: number; amount_tax: number };
/** Only the fields that the shop, a test, the console or this simulator reads. A transaction's `amount` includes its tax. */
export type Calculation = {
  id: string;
  object: "tax.calculation";
  amount_total: number;
  tax_amount_exclusive: number;
  expires_at: number;
  line_items: { data: Line[] };
  shipping_cost: { amount: number; amount_tax: number };
};
export type Transaction = {
  id: string;
  object: "tax.transaction";
  type: "transaction" | "reversal";
  created: number;
  reference: string;
  metadata: Record<string, string>;
  amount: number;
  line_items?: { data: Line[] };
  reversal: { original_transaction: string } | null;
};

/** Tax in cents, rounded half up for each line as Stripe does. Without 1e-9, a half cent may be stored as a little less. */
const taxOn = (amount: number, rate: number): number => Math.round((amount * rate) / 100 + 1e-9);
const sumOf = (rows: readonly { amount: number; amount_tax: number }[]): number =>
  rows.reduce((sum, { amount, amount_tax }) => sum + amount + amount_tax, 0);

/** Calculates tax with RATES; `now` in seconds. Throws Stripe's error for a US address without a ZIP code, or with UNKNOWN_ZIP. */
export function newCalculation(params: z.infer<typeof calculationParams>, now: number): Calculation {
  const { country, state = "", postal_code: zip } = params.customer_details.address;
  if (country === "US" && (zip === undefined || zip.startsWith(UNKNOWN_ZIP)))
    throw invalid(
      "We could not determine the customer's tax location based on the provided customer address.",
      "customer_tax_location_invalid",
      "customer_details[address]",
    );
  const rates: (typeof RATES)[string] = RATES[`${country}-${state}`] ?? { rate: 0 };
  const { rate, exemptsClothing = false, taxesShipping = false } = rates;
  const isExempt = (taxCode: string) =>
    taxCode === SHIPPING_TAX_CODE ? !taxesShipping : exemptsClothing && /^txcd_3001/.test(taxCode);
  const lines = params.line_items.map(({ tax_code, ...line }) => {
    const taxCents = isExempt(tax_code) ? 0 : taxOn(line.amount, rate);
    return { ...line, id: newId.item(), amount_tax: taxCents };
  });
  const shippingCents = params.shipping_cost?.amount ?? 0;
  const shippingCost = { amount: shippingCents, amount_tax: taxesShipping ? taxOn(shippingCents, rate) : 0 };
  const taxedParts = [...lines, shippingCost];
  return {
    id: newId.calculation(),
    object: "tax.calculation",
    amount_total: sumOf(taxedParts),
    expires_at: now + CALCULATION_LIFETIME_S,
    tax_amount_exclusive: taxedParts.reduce((sum, { amount_tax }) => sum + amount_tax, 0),
    line_items: { data: lines },
    shipping_cost: shippingCost,
  };
}

/** Records a sale. Throws Stripe's errors for an unknown or expired calculation, and for a used reference. */
export function recordSale(state: StripeState, params: SaleParams, now: number): Transaction {
  const calculation = findRow(state.calculations, "tax.calculation", params.calculation);
  if (calculation.expires_at < now) throw refused("This calculation has expired.", "resource_expired");
  const transaction = newTransaction(state, params, now);
  const data = calculation.line_items.data.map((line) => ({ ...line, id: newId.item() }));
  const amount = calculation.amount_total;
  return { ...transaction, type: "transaction", amount, line_items: { data }, reversal: null };
}

type SaleParams = z.infer<typeof transactionParams>;
type ReversalParams = z.infer<typeof reversalParams>;
type CommonParams = Pick<Transaction, "reference" | "metadata">;

/** The fields that sales and reversals share. Throws Stripe's error for a used reference. */
function newTransaction(state: StripeState, { reference, metadata }: CommonParams, now: number) {
  if (state.taxTransactions.all().some((row) => row.reference === reference))
    throw refused(`A transaction with the reference ${reference} already exists.`, "resource_already_exists");
  const id = newId.taxTransaction();
  return { id, object: "tax.transaction", created: now, reference, metadata } as const;
}

/** Reverses a sale or a reversal. Throws Stripe's errors for an unknown original, a used reference, and a wrong amount. */
export function recordReversal(state: StripeState, params: ReversalParams, now: number): Transaction {
  const original = findRow(state.taxTransactions, "tax.transaction", params.original_transaction);
  const transaction = newTransaction(state, params, now);
  // A reversal that was reversed itself takes nothing from its original.
  const remainingOf = ({ id, amount }: Transaction): number =>
    state.taxTransactions
      .all()
      .filter(({ reversal }) => reversal?.original_transaction === id)
      .reduce((sum, reversal) => sum + remainingOf(reversal), amount);
  const remainingAmount = remainingOf(original);
  const lines = [...(params.line_items ?? []), ...(params.shipping_cost ? [params.shipping_cost] : [])];
  const amount = params.mode === "full" ? -remainingAmount : (params.flat_amount ?? sumOf(lines));
  // A reversal has the opposite sign of what it reverses.
  if (amount * remainingAmount >= 0 || Math.abs(amount) > Math.abs(remainingAmount))
    throw refused("The amount to reverse must not be more than what is left.", "parameter_invalid", "amount");
  return { ...transaction, type: "reversal", amount, reversal: { original_transaction: original.id } };
}
