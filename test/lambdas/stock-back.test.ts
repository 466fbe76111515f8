import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { adminApi } from "../../shared/api-admin.ts";
import { ShopEvent } from "../../shared/events.ts";
import type { Product, ProductState } from "../../shared/product.ts";
import { reportReturn } from "../../lambdas/products/report-return.ts";
import { repairList } from "../../lambdas/products/repair-list.ts";
import { updateListedStock } from "../../lambdas/products/listed-table.ts";
import { freePieces, takePieces } from "../../lambdas/products/stock-table.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import { call } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
});

async function offer(changes: Parameters<typeof testProduct>[0]): Promise<Product> {
  const product = testProduct(changes);
  await stockUp(shop.table, product);
  return product;
}
const returnsOf = async ({ id }: Product) =>
  (await shop.table.partition(`PRODUCT#${id}`))
    .filter(({ sk }) => String(sk).startsWith("OUTBOX#"))
    .map(({ event }) => z.parse(ShopEvent, event))
    .flatMap((event) => (event.type === "StockBack" ? [event] : []));
const counts = async (product: Product) => (await returnsOf(product)).map(({ available }) => available);
async function setStock(product: Product, stock: number, state?: ProductState): Promise<Product> {
  const { products } = (await call(office.handler, adminApi.listProductsAsAdmin)).data;
  const current = products.find(({ id }) => id === product.id) ?? product;
  const { id, imageUrl: _i, createdAt: _c, updatedAt: _u, ...fields } = current;
  const body = { ...fields, ...(state ? { state } : {}), stock, stockWas: current.stock };
  return (await call(office.handler, adminApi.updateProduct, { params: { id }, body })).data;
}
const pieces = ({ id }: Product, quantity = 1) => ({ productId: id, quantity });
const hold = (name: string) => ({ key: name, orderId: name });

describe("StockBack", () => {
  test("is emitted once for each return of a sold-out product, by an edit or by a checkout that ends", async () => {
    const tee = await offer({ stock: 0 });
    await setStock(tee, 2);
    expect(await counts(tee)).toEqual([2]);
    await setStock(tee, 5);
    const { sessionId } = await driver.buy([[tee, 5]]);
    expect(await counts(tee)).toEqual([2]);
    await driver.release(sessionId);
    await driver.release(sessionId);
    expect((await returnsOf(tee)).map(({ sequence, available }) => [sequence, available])).toEqual([
      [1, 2],
      [2, 5],
    ]);
  });

  test("names the variant that is back, and not the others", async () => {
    const tee = await offer({
      variants: [
        { id: "s", size: "S", stock: 1 },
        { id: "m", size: "M", stock: 4 },
      ],
    });
    const { sessionId } = await driver.buy([[tee, 1, "s"]]);
    await driver.release(sessionId);
    expect(await returnsOf(tee)).toEqual([expect.objectContaining({ variantId: "s", available: 1 })]);
  });

  test("is not emitted for a draft or an archived product, nor when it is put on sale with stock", async () => {
    const tee = await offer({ stock: 0 });
    await setStock(tee, 0, "archived");
    await setStock(tee, 3);
    await setStock(tee, 3, "active");
    expect(await counts(tee)).toEqual([]);
  });

  test("is emitted by the repair of the list if the function crashed after the stock had changed, and only then", async () => {
    const tee = await offer({ stock: 1 });
    expect(await takePieces(hold("ord_a"), pieces(tee))).toBe("taken");
    // As after a crash: the pieces are free again, and neither the event nor the list was written.
    const { documentClient, tableName } = await import("../../lambdas/lib/dynamodb.ts");
    const { UpdateCommand } = await import("@aws-sdk/lib-dynamodb");
    await documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk: `PRODUCT#${tee.id}`, sk: "STOCK#-" },
        UpdateExpression: "ADD available :one, revision :one",
        ExpressionAttributeValues: { ":one": 1 },
      }),
    );
    await Promise.all([repairList(), repairList()]);
    await repairList();
    expect(await counts(tee)).toEqual([1]);

    await takePieces(hold("ord_b"), pieces(tee));
    await freePieces(hold("ord_b"), pieces(tee));
    // As after a crash between the event and the list.
    await shop.table.put(await listedBefore(tee, { revision: 3, available: 0 }));
    await repairList();
    expect(await counts(tee)).toEqual([1, 1]);
  });

  /** The product's item of the list with an older count. */
  async function listedBefore(
    { id }: Product,
    { revision, available }: { revision: number; available: number },
  ) {
    const item = (await shop.table.partition("LISTED")).find(({ sk }) => sk === id);
    return { ...item, "stock:-": [revision, available] };
  }

  test("is emitted once for each return, however often and in whatever order the returns are reported", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (reports, isConcurrent) => {
          const tee = await offer({ stock: 9 });
          // Return number n is the change with revision 2n + 2, after the stock was sold out by the change before.
          const report = (n: number) =>
            reportReturn(
              { productId: tee.id, variantId: "-" },
              { revision: 2 * n + 2, soldOutAt: 2 * n + 1 },
            );
          if (isConcurrent) await Promise.all(reports.map(report));
          else for (const n of reports) await report(n);
          const events = await returnsOf(tee);
          // A return that is older than the last reported one is over, and has no event.
          const newer = reports.filter((n, i) => n > Math.max(-1, ...reports.slice(0, i)));
          if (isConcurrent) expect(events.length).toBeLessThanOrEqual(new Set(reports).size);
          else expect(events).toHaveLength(newer.length);
          expect(events.length).toBeGreaterThanOrEqual(1);
          expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, i) => i + 1));
        },
      ),
      { numRuns: 15, seed: 7 },
    );
  });

  test("is emitted once when many checkouts take and free the last piece at the same time", async () => {
    const tee = await offer({ stock: 0 });
    await setStock(tee, 1);
    const attempts = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const taken = await takePieces(hold(`ord_${i}`), pieces(tee));
        if (taken === "taken") await freePieces(hold(`ord_${i}`), pieces(tee));
        return taken;
      }),
    );
    const returns = attempts.filter((result) => result === "taken").length;
    const events = await counts(tee);
    expect(events.length).toBeGreaterThanOrEqual(2);
    expect(events.length).toBeLessThanOrEqual(returns + 1);
    await updateListedStock({ productId: tee.id, variantId: "-", available: 1, revision: 99 });
    await repairList();
    expect(await counts(tee)).toEqual(events);
  });
});
