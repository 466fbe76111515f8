/** An admin's writes of products and stock. Keys: see product-table.ts. */
import { tableName } from "../lib/dynamodb.ts";
import { updateItem } from "../lib/update-item.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import type { ProductRow, StockRow } from "./product-table.ts";
import { lowKey, productItem, productKey, stockItem, stockKey } from "./product-table.ts";

/** Writes a product that was read at `version`, or a new one (undefined). Fails when another write was faster. */
export const putProduct = (row: ProductRow, version: number | undefined): TransactionWrite<"product"> => ({
  name: "product",
  Put: {
    TableName: tableName(),
    Item: productItem(row),
    ...(version === undefined
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : {
          ConditionExpression: "#version = :version",
          ExpressionAttributeNames: { "#version": "version" },
          ExpressionAttributeValues: { ":version": version },
        }),
  },
});

export const putStock = (row: StockRow): TransactionWrite<"stock"> => ({
  name: "stock",
  Put: { TableName: tableName(), Item: stockItem(row), ConditionExpression: "attribute_not_exists(pk)" },
});

/** Removes the stock of a deleted product or variant from the catalog's index. Its counts stay for open holds. */
export const unlistStock = (row: Pick<StockRow, "productId" | "variantId">): TransactionWrite<"stock"> => ({
  name: "stock",
  Update: {
    TableName: tableName(),
    Key: stockKey(row.productId, row.variantId),
    UpdateExpression: "REMOVE listPk, listSk",
  },
});

/** The index keys of a stock item. */
function listed(row: Pick<StockRow, "productId" | "variantId">) {
  const { listPk, listSk } = stockItem({ ...row, available: 0, held: 0, sold: 0 });
  return { ":listPk": listPk, ":listSk": listSk };
}

/**
 * Adds to the stock for sale, or subtracts, once for each version of the product, and lists the stock item. It subtracts
 * at most what is left. Not part of the save's transaction, which would conflict with concurrent purchases.
 */
export async function changeStock(
  row: Pick<StockRow, "productId" | "variantId">,
  change: number,
  version: number,
): Promise<void> {
  const result = await updateItem({
    Key: stockKey(row.productId, row.variantId),
    UpdateExpression: "SET listPk = :listPk, listSk = :listSk, saved = :version ADD available :change",
    ConditionExpression: "(attribute_not_exists(saved) OR saved < :version) AND available >= :taken",
    ExpressionAttributeValues: {
      ...listed(row),
      ":change": change,
      ":taken": Math.max(0, -change),
      ":version": version,
    },
  });
  if (result.ok || !result.item || Number(result.item["saved"] ?? 0) >= version) return;
  await changeStock(row, Math.max(change, -Number(result.item["available"] ?? 0)), version);
}

/** Records that StockLow is emitted; fails when it was emitted before. */
export const recordLowStock = ({
  productId,
  variantId,
}: Pick<StockRow, "productId" | "variantId">): TransactionWrite<"low"> => ({
  name: "low",
  Put: {
    TableName: tableName(),
    Item: lowKey(productId, variantId),
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

/** Re-arms the StockLow event. */
export const clearLowStock = ({
  productId,
  variantId,
}: Pick<StockRow, "productId" | "variantId">): TransactionWrite<"low"> => ({
  name: "low",
  Delete: { TableName: tableName(), Key: lowKey(productId, variantId) },
});

/** Takes the next sequence number of a product's events; fails when another event took it. */
export const takeSequence = (productId: string, next: number): TransactionWrite<"sequence"> => ({
  name: "sequence",
  Put: {
    TableName: tableName(),
    Item: { pk: productKey(productId).pk, sk: "SEQUENCE", last: next },
    ConditionExpression: next === 1 ? "attribute_not_exists(pk)" : "#last = :before",
    ...(next === 1
      ? {}
      : {
          ExpressionAttributeNames: { "#last": "last" },
          ExpressionAttributeValues: { ":before": next - 1 },
        }),
  },
});
