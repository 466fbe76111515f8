/** Writes of products and their stock by the admin, as fragments of a transaction. Keys: see product-table.ts. */
import { tableName } from "../lib/documents.ts";
import type { Fragment } from "../lib/transact.ts";
import type { ProductRow, StockRow } from "./product-table.ts";
import { productItem, stockItem, stockKey } from "./product-table.ts";

/** Writes a product that was read at `version` (undefined: that is not there yet); fails when somebody was faster. */
export const putProduct = (row: ProductRow, version: number | undefined): Fragment<"product"> => ({
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

export const putStock = (row: StockRow): Fragment<"stock"> => ({
  name: "stock",
  Put: { TableName: tableName(), Item: stockItem(row), ConditionExpression: "attribute_not_exists(pk)" },
});

/** Adds to (or takes from) what is for sale; fails when fewer are there than are taken. */
export const addStock = (
  row: Pick<StockRow, "productId" | "variantId">,
  change: number,
): Fragment<"stock"> => ({
  name: "stock",
  Update: {
    TableName: tableName(),
    Key: stockKey(row.productId, row.variantId),
    UpdateExpression: "ADD available :change",
    ConditionExpression: "available >= :taken",
    ExpressionAttributeValues: { ":change": change, ":taken": Math.max(0, -change) },
  },
});
