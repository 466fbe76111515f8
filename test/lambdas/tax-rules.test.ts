import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { openStripeState } from "../../infra/local/stripe/state.ts";
import { calculate, recordSale, reverse } from "../../infra/local/stripe/tax.ts";
import { calculateTax } from "../../lambdas/tax/calculate-tax.ts";
import { calculationParams, FEE_REFERENCE, lineReference, taxParts } from "../../lambdas/tax/tax-parts.ts";
import { toCents } from "../../shared/money.ts";
import { temporaryFolder } from "../infra/local/serve.ts";

const NOW = 1_795_000_000;
const kentucky = { line1: "1 St", city: "Louisville", state: "KY", postal_code: "40202", country: "US" };

/** What the simulator calculates for the parts of an order. Nested parameters arrive as the SDK's objects. */
function taxOf(
  lines: { category: string; quantity: number; cents: number }[],
  shippingCents: number,
  state = "KY",
) {
  const parts = taxParts(lines, shippingCents, { ...kentucky, state });
  return parts.map((part) => {
    const { expand: _, ...params } = calculationParams(part, lines);
    return calculate(params as Parameters<typeof calculate>[0], NOW);
  });
}

describe("the tax of an order", () => {
  test("is that of shipped goods at their destination, and of tickets at the shop", () => {
    const lines = [
      { category: "shirts", quantity: 1, cents: 1999 },
      { category: "ticket", quantity: 2, cents: 5000 },
    ];
    // Clothing is exempt in New Jersey and shipping is not; the ticket is taxed in Kentucky.
    expect(taxOf(lines, 1000, "NJ").map(({ tax_amount_exclusive }) => tax_amount_exclusive)).toEqual([
      66, 300,
    ]);
    expect(taxOf(lines, 1000, "KY").map(({ tax_amount_exclusive }) => tax_amount_exclusive)).toEqual([
      180, 300,
    ]);
  });

  test("is also that of the shipping of goods that cost nothing", () => {
    const lines = [
      { category: "shirts", quantity: 1, cents: 0 },
      { category: "ticket", quantity: 1, cents: 1000 },
    ];
    const taxIn = (state: string) =>
      taxOf(lines, 800, state).map(({ tax_amount_exclusive }) => tax_amount_exclusive);
    expect([taxIn("KY"), taxIn("CA")]).toEqual([
      [48, 60],
      [0, 60],
    ]);
  });

  test("is calculated at both places at the same time, because the customer waits", async () => {
    let started = 0;
    let goOn: () => void = () => undefined;
    const bothStarted = new Promise<void>((resolve) => (goOn = resolve));
    const create = async () => {
      if (++started === 2) goOn();
      await bothStarted;
      return { id: `calc_${started}`, tax_amount_exclusive: 100, line_items: { data: [], has_more: false } };
    };
    const listLineItems = () => Promise.reject(new Error("All lines were in the answer"));
    const lines = ["shirts", "ticket"].map((category) => ({ category, quantity: 1, cents: 1000 }));
    const order = { lines, shippingCents: 0, destination: kentucky };
    const client = () => Promise.resolve({ tax: { calculations: { create, listLineItems } } });
    const calculated = await Promise.race([calculateTax(client, order), wait(1000, undefined)]);
    expect(calculated?.total).toBe(200);
  });

  test("adds up to what the simulator charges, to the cent, for 2,000 carts", () => {
    let seed = 7;
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
      const calculations = taxOf(lines, fee, ["KY", "NJ", "OR", "CA", "TX"][random(5)]);
      const total = calculations.reduce((sum, { amount_total }) => sum + amount_total, 0);
      const tax = calculations.reduce((sum, { tax_amount_exclusive }) => sum + tax_amount_exclusive, 0);
      expect(total).toBe(lines.reduce((sum, { cents }) => sum + cents, fee) + tax);
      const named = calculations.flatMap(({ line_items }) =>
        line_items.data.map(({ reference }) => reference),
      );
      const ofLines = named.filter((reference) => reference !== FEE_REFERENCE);
      expect(new Set(ofLines).size).toBe(lines.filter(({ cents }) => cents > 0).length);
    }
  });

  test("is unknown for an address that cannot be located", () => {
    const { expand: _, ...params } = calculationParams(
      { address: { ...kentucky, postal_code: "00000" }, lines: [0], shippingCents: 0 },
      [{ category: "shirts", quantity: 1, cents: 100 }],
    );
    expect(() => calculate(params as Parameters<typeof calculate>[0], NOW)).toThrow(/tax location/);
  });
});

test("the simulator never reverses more than was sold, and a reversal can be undone once", () => {
  const state = openStripeState(temporaryFolder(), NOW * 1000);
  const [calculation] = taxOf([{ category: "shirts", quantity: 2, cents: toCents(50) }], 1000);
  if (!calculation) throw new Error("There is no calculation");
  state.journal.commit(state.calculations.putWrite(calculation.id, calculation));
  const put = <T extends ReturnType<typeof recordSale>>(row: T): T => {
    state.journal.commit(state.taxTransactions.putWrite(row.id, row));
    return row;
  };
  const sale = put(recordSale(state, { calculation: calculation.id, reference: "ord_1", metadata: {} }, NOW));
  expect([sale.amount, sale.line_items?.data.map(({ reference }) => reference)]).toEqual([
    6360,
    [lineReference(0)],
  ]);
  expect(() =>
    recordSale(state, { calculation: calculation.id, reference: "ord_1", metadata: {} }, NOW),
  ).toThrow(/exists/);
  const partial = (reference: string, flat_amount: number, original_transaction = sale.id) =>
    put(reverse(state, { mode: "partial", original_transaction, reference, flat_amount, metadata: {} }, NOW));
  const first = partial("r1", -6000);
  expect(() => partial("r2", -361)).toThrow(/more than what is left/);
  const undo = put(
    reverse(state, { mode: "full", original_transaction: first.id, reference: "r1-undo", metadata: {} }, NOW),
  );
  expect(undo.amount).toBe(6000);
});
