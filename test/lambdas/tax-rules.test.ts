import { setTimeout as wait } from "node:timers/promises";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { openStripeState } from "../../infra/local/stripe/state.ts";
import { newCalculation, RATES, recordReversal, recordSale } from "../../infra/local/stripe/tax.ts";
import { calculateTax, type TaxClient } from "../../lambdas/tax/calculate-tax.ts";
import {
  calculationParams,
  SHIPPING_REFERENCE,
  lineReference,
  taxParts,
} from "../../lambdas/tax/tax-parts.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { toCents } from "../../shared/money.ts";
import { address as shopAddress } from "../../shared/site/address-and-hours.ts";
import { taxCodeOf } from "../../shared/site/tax-codes.ts";
import { temporaryFolder } from "../infra/local/serve.ts";

/** The start of the codes for clothing: https://docs.stripe.com/tax/tax-codes */
const CLOTHING = "txcd_3001";
const NOW_SECONDS = 1_795_000_000;
const kentucky = { line1: "1 St", city: "Louisville", state: "KY", postal_code: "40202", country: "US" };

/** The tax on a ticket, in cents: tickets are taxed at the shop's address; some states have no sales tax. */
const ticketTax = (cents: number): number =>
  Math.round((cents * (RATES[`US-${shopAddress.state}`]?.rate ?? 0)) / 100);

/** The simulator's calculations of tax for the parts of an order. */
function calculateParts(
  lines: { category: string; quantity: number; cents: number }[],
  shippingCents: number,
  state = "KY",
) {
  const parts = taxParts(lines, shippingCents, { ...kentucky, state });
  return parts.map((part) => {
    const { expand: _, ...params } = calculationParams(part, lines);
    return newCalculation(params as Parameters<typeof newCalculation>[0], NOW_SECONDS);
  });
}

type Create = TaxClient["tax"]["calculations"]["create"];

/** A client of Stripe Tax whose responses have all lines. */
const clientOf = (create: Create) => (): Promise<TaxClient> => {
  const listLineItems = () => Promise.reject(new Error("All lines were in the response"));
  return Promise.resolve({ tax: { calculations: { create, listLineItems } } });
};

/** Stripe's response with a tax of 100 cents, on the first line. */
const responseTo = ({ line_items }: Parameters<Create>[0], id: string | null = "calc_1") => ({
  id,
  tax_amount_exclusive: 100,
  line_items: {
    data: line_items.map(({ reference = "" }, i) => ({ reference, amount_tax: i === 0 ? 100 : 0 })),
    has_more: false,
  },
});

const shirtAndTicket = {
  lines: ["shirts", "ticket"].map((category) => ({ category, quantity: 1, cents: 1000 })),
  shippingCents: 0,
  destination: kentucky,
};

describe("the tax of an order", () => {
  test("is calculated for shipped goods at their destination, and for tickets at the shop", () => {
    const lines = [
      { category: "shirts", quantity: 1, cents: 1999 },
      { category: "ticket", quantity: 2, cents: 5000 },
    ];
    // Clothing is exempt in New Jersey and shipping is not. In the settings, shirts need not be clothing.
    const taxOnShirt = taxCodeOf("shirts").startsWith(CLOTHING) ? 0 : 132;
    expect(calculateParts(lines, 1000, "NJ").map(({ tax_amount_exclusive }) => tax_amount_exclusive)).toEqual(
      [66 + taxOnShirt, ticketTax(5000)],
    );
    expect(calculateParts(lines, 1000, "KY").map(({ tax_amount_exclusive }) => tax_amount_exclusive)).toEqual(
      [180, ticketTax(5000)],
    );
  });

  test("includes the tax on the shipping, even if the shipped goods cost nothing", () => {
    const lines = [
      { category: "shirts", quantity: 1, cents: 0 },
      { category: "ticket", quantity: 1, cents: 1000 },
    ];
    const taxIn = (state: string) =>
      calculateParts(lines, 800, state).map(({ tax_amount_exclusive }) => tax_amount_exclusive);
    expect([taxIn("KY"), taxIn("CA")]).toEqual([
      [48, ticketTax(1000)],
      [0, ticketTax(1000)],
    ]);
  });

  test("is calculated at both places at the same time, because the customer waits", async () => {
    let startedCount = 0;
    const bothStarted = Promise.withResolvers<void>();
    const client = clientOf(async (params) => {
      if (++startedCount === 2) bothStarted.resolve();
      await bothStarted.promise;
      return responseTo(params);
    });
    const calculatedTax = await Promise.race([calculateTax(client, shirtAndTicket), wait(1000, undefined)]);
    expect(calculatedTax).toMatchObject({ total: 200, lines: [100, 100] });
  });

  test.each<[string, Create]>([
    ["no id", (params) => Promise.resolve(responseTo(params, null))],
    [
      "no tax of a line",
      (params) => Promise.resolve({ ...responseTo(params), line_items: { data: [], has_more: false } }),
    ],
  ])(
    "cannot be calculated (503) if Stripe's answer has %s, because the total could not be divided or recorded",
    async (_, create) => {
      await expect(calculateTax(clientOf(create), shirtAndTicket)).rejects.toMatchObject({
        status: 503,
        message: apiMessages.taxUnavailable,
      });
    },
  );

  test("cannot be calculated for an unknown address: 400 at the ZIP code for the destination, 503 for the shop's address", async () => {
    const failAt = (city: string) =>
      clientOf((params) =>
        params.customer_details?.address?.city === city
          ? Promise.reject(
              new Stripe.errors.StripeInvalidRequestError({
                type: "invalid_request_error",
                code: "customer_tax_location_invalid",
                message: "",
              }),
            )
          : Promise.resolve(responseTo(params)),
      );
    const destination = { ...kentucky, city: "Elsewhere" };
    const order = { ...shirtAndTicket, destination };
    await expect(calculateTax(failAt(destination.city), order)).rejects.toMatchObject({
      status: 400,
      fields: { "orderData.ship.zip": apiMessages.taxAddressUnknown },
    });
    await expect(calculateTax(failAt(shopAddress.city), order)).rejects.toMatchObject({
      status: 503,
      message: apiMessages.taxUnavailable,
      fields: undefined,
    });
  });

  test("plus the prices and the shipping is the simulator's total, to the cent, for 2,000 carts", () => {
    let seed = 7;
    /** A pseudo-random whole number below `max`. */
    const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max;
    const categories = ["shirts", "polos", "yetiflask", "ticket"];
    for (let i = 0; i < 2000; i++) {
      const lines = Array.from({ length: 1 + random(5) }, () => ({
        category: categories[random(4)] ?? "shirts",
        quantity: 1 + random(10),
        cents: random(4) === 0 ? 0 : random(20_000),
      }));
      const isShipped = lines.some(({ category }) => category !== "ticket");
      const fee = isShipped ? random(3000) : 0;
      const calculations = calculateParts(lines, fee, ["KY", "NJ", "OR", "CA", "TX"][random(5)]);
      const total = calculations.reduce((sum, { amount_total }) => sum + amount_total, 0);
      const tax = calculations.reduce((sum, { tax_amount_exclusive }) => sum + tax_amount_exclusive, 0);
      expect(total).toBe(lines.reduce((sum, { cents }) => sum + cents, fee) + tax);
      const references = calculations.flatMap(({ line_items }) =>
        line_items.data.map(({ reference }) => reference),
      );
      const lineReferences = references.filter((reference) => reference !== SHIPPING_REFERENCE);
      expect(new Set(lineReferences).size).toBe(lines.filter(({ cents }) => cents > 0).length);
    }
  });

  test("cannot be calculated by the simulator for an address that cannot be located", () => {
    const { expand: _, ...params } = calculationParams(
      { address: { ...kentucky, postal_code: "00000" }, lines: [0], shippingCents: 0 },
      [{ category: "shirts", quantity: 1, cents: 100 }],
    );
    expect(() => newCalculation(params as Parameters<typeof newCalculation>[0], NOW_SECONDS)).toThrow(
      /tax location/,
    );
  });
});

test("the simulator never reverses more than what is left of a sale, and a reversal can be undone", () => {
  const state = openStripeState(temporaryFolder(), NOW_SECONDS * 1000);
  const [calculation] = calculateParts([{ category: "shirts", quantity: 2, cents: toCents(50) }], 1000);
  if (!calculation) throw new Error("There is no calculation");
  state.journal.commit(state.calculations.putWrite(calculation.id, calculation));
  const storeTransaction = <T extends ReturnType<typeof recordSale>>(row: T): T => {
    state.journal.commit(state.taxTransactions.putWrite(row.id, row));
    return row;
  };
  const sale = storeTransaction(
    recordSale(state, { calculation: calculation.id, reference: "ord_1", metadata: {} }, NOW_SECONDS),
  );
  expect([sale.amount, sale.line_items?.data.map(({ reference }) => reference)]).toEqual([
    6360,
    [lineReference(0)],
  ]);
  expect(() =>
    recordSale(state, { calculation: calculation.id, reference: "ord_1", metadata: {} }, NOW_SECONDS),
  ).toThrow(/exists/);
  const reverseInPart = (reference: string, flat_amount: number, original_transaction = sale.id) =>
    storeTransaction(
      recordReversal(
        state,
        { mode: "partial", original_transaction, reference, flat_amount, metadata: {} },
        NOW_SECONDS,
      ),
    );
  const firstReversal = reverseInPart("r1", -6000);
  expect(() => reverseInPart("r2", -361)).toThrow(/more than what is left/);
  expect(() => reverseInPart("r1-more", -6000, firstReversal.id)).toThrow(/more than what is left/);
  const undoTransaction = storeTransaction(
    recordReversal(
      state,
      { mode: "full", original_transaction: firstReversal.id, reference: "r1-undo", metadata: {} },
      NOW_SECONDS,
    ),
  );
  expect(undoTransaction.amount).toBe(6000);
  expect(reverseInPart("r3", -6360).amount).toBe(-6360);
  expect(() => reverseInPart("r4", -1)).toThrow(/more than what is left/);
});
