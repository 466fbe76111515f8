import { afterEach } from "vitest";
import { addDiscount } from "./add-discount.ts";
import { getCode } from "../../lambdas/discounts/discount-table.ts";
import { publicApi } from "../../shared/api-public.ts";
import type { DiscountInput } from "../../shared/discounts.ts";
import { toCents, toDollars } from "../../shared/money.ts";
import type { OrderData } from "../../shared/order-data.ts";
import { openCheckoutDriver } from "./checkout-driver.ts";
import { orderData, stockUp, testProduct, type CartEntry } from "./fixtures.ts";
import { checkInvariants } from "./invariants.ts";
import type { CallOptions } from "./invoke.ts";
import { call } from "./invoke.ts";
import { openShop } from "./shop.ts";

/** `disc`: the discount in dollars. */
type CodeOptions = { code: string; disc: number; email?: string; ship?: boolean };

/** The data of an order of these entries with a discount code. */
export function withCode(
  entries: CartEntry[],
  { code, disc, email = "grace@example.com", ship = false }: CodeOptions,
): OrderData {
  const data = orderData(entries, { ship });
  const tot = toDollars(toCents(data.fin.tot) - toCents(disc));
  return { ...data, code, bill: { ...data.bill, email }, fin: { ...data.fin, disc, tot } };
}

/** A shop with discounts and three products, for one test file. */
export async function openDiscountShop() {
  const shop = await openShop();
  const driver = await openCheckoutDriver(shop);
  let codeCount = 0;
  const tee = testProduct({ price: 24.99, stock: 500 });
  const flask = testProduct({ price: 38, category: "yetiflask", stock: 500 });
  const ticket = testProduct({ name: "Live taping", category: "ticket", price: 15, stock: 500 });
  await stockUp(shop.table, tee, flask, ticket);
  afterEach(() => checkInvariants(shop.table));
  return {
    tee,
    flask,
    ticket,
    shop,
    driver,
    /** Creates a discount with these terms and a code; returns the code. */
    createCode: async (terms: Partial<DiscountInput>): Promise<string> => {
      const code = `CODE-${++codeCount}`;
      await addDiscount({ code, ...terms });
      return code;
    },
    /** The counted uses of a code that has a limit (see lambdas/discounts/code-uses.ts). */
    readTakenUses: async (code: string) => (await getCode(code))?.taken,
    /** Requests the discount that a code gives for a cart. */
    quote: (code: string, entries: CartEntry[], options: CallOptions = {}) =>
      call(driver.checkoutHandler, publicApi.quoteDiscount, {
        ...options,
        body: { code, items: entries.map(([{ id }, q]) => ({ id, q })) },
      }),
  };
}
