// Requests for a mail that a sold-out product is back, and these mails.
import { randomUUID } from "node:crypto";
import { confirmStockRequest, putRequest } from "../../../../lambdas/back-in-stock/request-table.ts";
import { NO_VARIANT, productItem, stockItem } from "../../../../lambdas/products/product-table.ts";
import { backInStockApi } from "../../../../shared/api-back-in-stock.ts";
import { testProduct } from "../../../support/fixtures.ts";
import type { TestTable } from "../../../support/table.ts";
import type { BenchShop } from "./bench-shop.ts";
import { commonFields, requestOf, shopMessage, type MakeEvent } from "./events.ts";

export async function backInStockEvents(
  { soldOut, uniqueEmail }: BenchShop,
  table: TestTable,
): Promise<Record<string, MakeEvent>> {
  const addWaitingPerson = async (productId: string) => {
    const person = { email: uniqueEmail(), token: randomUUID() };
    const now = new Date();
    await confirmStockRequest(await putRequest({ productId, variantId: NO_VARIANT }, person, now), now);
  };
  /** The message that a product is back, for which one person waits. The product is not listed: a list would grow with each run. */
  const stockBackMessage = async () => {
    const { stock: available, variants: _, ...product } = testProduct({ stock: 1 });
    const { id: productId, name } = product;
    await table.put(productItem({ ...product, variants: [] }));
    await table.put(stockItem({ productId, variantId: NO_VARIANT, available, held: 0, sold: 0 }));
    await addWaitingPerson(productId);
    return shopMessage({ ...commonFields(), type: "StockBack", productId, sequence: 1, name, available });
  };
  await addWaitingPerson(soldOut.id);
  return {
    "back-in-stock-api: a request": () =>
      requestOf(backInStockApi.askForStock, { body: { productId: soldOut.id, email: uniqueEmail() } }),
    "mail-back-in-stock: one person": stockBackMessage,
  };
}
