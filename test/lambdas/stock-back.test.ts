import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod/mini";
import { ShopEvent } from "../../shared/events.ts";
import type { Product, ProductState } from "../../shared/product.ts";
import { documentClient, tableName } from "../../lambdas/lib/dynamodb.ts";
import { emitStockEvent } from "../../lambdas/products/emit-stock-event.ts";
import { reportBackInStock } from "../../lambdas/products/report-back-in-stock.ts";
import { repairList } from "../../lambdas/products/repair-list.ts";
import { updateListedStock } from "../../lambdas/products/listed-table.ts";
import { freePieces, takePieces } from "../../lambdas/products/stock-table.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { addProduct } from "../support/fixtures.ts";
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

const readStockBackEvents = async ({ id }: Product) =>
  (await shop.table.partition(`PRODUCT#${id}`))
    .filter(({ sk }) => String(sk).startsWith("OUTBOX#"))
    .map(({ event }) => z.parse(ShopEvent, event))
    .flatMap((event) => (event.type === "StockBack" ? [event] : []));
/** The numbers of available pieces in the StockBack events of a product. */
const readReportedCounts = async (product: Product) =>
  (await readStockBackEvents(product)).map(({ available }) => available);
const setStock = async (product: Product, stock: number, state?: ProductState): Promise<Product> =>
  (await office.saveProduct(product, { stock, ...(state ? { state } : {}) })).data;
const piecesOf = ({ id }: Product, quantity = 1) => ({ productId: id, quantity });
const holdOf = (name: string) => ({ key: name, orderId: name });

test("emitting a stock event fails with 503 right after the last of six attempts, if other writes prevent each attempt", async () => {
  const { id: productId } = await addProduct(shop.table, { stock: 3 });
  const refusedWrite = {
    name: "back" as const,
    Delete: {
      TableName: tableName(),
      Key: { pk: `PRODUCT#${productId}`, sk: "NOTHING" },
      ConditionExpression: "attribute_exists(pk)",
    },
  };
  // The waits between the attempts are multiplied by a random number, here 0.
  const randomSpy = vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => void randomSpy.mockRestore());
  const createRecord = vi.fn(() => refusedWrite);
  const key = { productId, variantId: "-" };
  await expect(emitStockEvent("StockBack", key, new Date(), createRecord)).rejects.toMatchObject({
    status: 503,
  });
  expect(createRecord).toHaveBeenCalledTimes(6);
  expect(randomSpy).toHaveBeenCalledTimes(5);
});

describe("StockBack", () => {
  test("is emitted once for each return of a sold-out product, by an edit or by a checkout that ends", async () => {
    const tee = await addProduct(shop.table, { stock: 0 });
    await setStock(tee, 2);
    expect(await readReportedCounts(tee)).toEqual([2]);
    await setStock(tee, 5);
    const { sessionId } = await driver.openCheckout([[tee, 5]]);
    expect(await readReportedCounts(tee)).toEqual([2]);
    await driver.release(sessionId);
    await driver.release(sessionId);
    expect((await readStockBackEvents(tee)).map(({ sequence, available }) => [sequence, available])).toEqual([
      [1, 2],
      [2, 5],
    ]);
  });

  test("names the variant that is back, and not the others", async () => {
    const tee = await addProduct(shop.table, {
      variants: [
        { id: "s", size: "S", stock: 1 },
        { id: "m", size: "M", stock: 4 },
      ],
    });
    const { sessionId } = await driver.openCheckout([[tee, 1, "s"]]);
    await driver.release(sessionId);
    expect(await readStockBackEvents(tee)).toEqual([
      expect.objectContaining({ variantId: "s", available: 1 }),
    ]);
  });

  test.each(["draft", "archived"] as const)(
    "is not emitted for a product with the state %s, nor when such a product is put on sale with stock",
    async (state) => {
      const tee = await addProduct(shop.table, { stock: 0 });
      await setStock(tee, 0, state);
      await setStock(tee, 3);
      await setStock(tee, 3, "active");
      expect(await readReportedCounts(tee)).toEqual([]);
    },
  );

  test("is emitted by the repair of the list if a crash prevented it, but not if a crash prevented only the update of the list", async () => {
    const tee = await addProduct(shop.table, { stock: 1 });
    expect(await takePieces(holdOf("ord_a"), piecesOf(tee))).toBe("taken");
    // As after a crash: the pieces are free again, and neither the event nor the list was written.
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
    expect(await readReportedCounts(tee)).toEqual([1]);

    await takePieces(holdOf("ord_b"), piecesOf(tee));
    await freePieces(holdOf("ord_b"), piecesOf(tee));
    // As after a crash between the event and the list.
    await shop.table.put(await outdatedListItem(tee, { revision: 3, available: 0 }));
    await repairList();
    expect(await readReportedCounts(tee)).toEqual([1, 1]);
  });

  /** The product's item of the ready-made list, with an earlier count. */
  async function outdatedListItem(
    { id }: Product,
    { revision, available }: { revision: number; available: number },
  ) {
    const item = (await shop.table.partition("LISTED")).find(({ sk }) => sk === id);
    return { ...item, "stock:-": [revision, available] };
  }

  test("is emitted at most once for each return to stock, even if returns are reported repeatedly or in another sequence", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (reports, isConcurrent) => {
          const tee = await addProduct(shop.table, { stock: 9 });
          // The return with index n is the change with revision 2n + 2. The change before it has sold the stock out.
          const report = (returnIndex: number) =>
            reportBackInStock(
              { productId: tee.id, variantId: "-" },
              { revision: 2 * returnIndex + 2, soldOutRevision: 2 * returnIndex + 1 },
            );
          if (isConcurrent) await Promise.all(reports.map(report));
          else for (const returnIndex of reports) await report(returnIndex);
          const events = await readStockBackEvents(tee);
          // Only a return that is newer than all returns reported before it has an event.
          const newerReports = reports.filter(
            (returnIndex, i) => returnIndex > Math.max(-1, ...reports.slice(0, i)),
          );
          if (isConcurrent) expect(events.length).toBeLessThanOrEqual(new Set(reports).size);
          else expect(events).toHaveLength(newerReports.length);
          expect(events.length).toBeGreaterThanOrEqual(1);
          expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, i) => i + 1));
        },
      ),
      { numRuns: 15, seed: 7 },
    );
  });

  test("is emitted at most once for each return to stock when many checkouts take and free the last piece at the same time", async () => {
    const tee = await addProduct(shop.table, { stock: 0 });
    await setStock(tee, 1);
    const attempts = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const result = await takePieces(holdOf(`ord_${i}`), piecesOf(tee));
        if (result === "taken") await freePieces(holdOf(`ord_${i}`), piecesOf(tee));
        return result;
      }),
    );
    const returnCount = attempts.filter((result) => result === "taken").length;
    const events = await readReportedCounts(tee);
    expect(events.length).toBeGreaterThanOrEqual(2);
    expect(events.length).toBeLessThanOrEqual(returnCount + 1);
    // The list now counts one piece, and the repair of the list corrects the count without an event.
    await updateListedStock({ productId: tee.id, variantId: "-", available: 1, revision: 99 });
    await repairList();
    expect(await readReportedCounts(tee)).toEqual(events);
  });
});
