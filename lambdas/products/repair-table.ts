/** Overwrites items that do not match their schemas. Keys: see product-table.ts. */
import { tableName } from "../lib/dynamodb.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import type { ProductRow, StockRow } from "./product-table.ts";
import { productItem, stockItem, stockKey } from "./product-table.ts";
import type { NewNote } from "./stock-notes.ts";
import { withNote } from "./stock-notes.ts";

/** The write that replaces an invalid product; fails when the stored version (valid or not) has changed since the read. */
export const repairProduct = (
  row: ProductRow,
  brokenItem: Record<string, unknown>,
): TransactionWrite<"product"> => ({
  name: "product",
  Put: {
    TableName: tableName(),
    Item: productItem(row),
    ExpressionAttributeNames: { "#version": "version" },
    ...(brokenItem["version"] === undefined
      ? { ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(#version)" }
      : {
          ConditionExpression: "#version = :version",
          ExpressionAttributeValues: { ":version": brokenItem["version"] },
        }),
  },
});

/** The write that sets the counts of a stock item with invalid counts. The item's holds and restocks stay. */
export const repairStock = (row: StockRow, note: NewNote): TransactionWrite<"stock"> => {
  const { pk: _, sk: __, ...counts } = stockItem(row);
  const names = Object.keys(counts);
  return {
    name: "stock",
    Update: {
      TableName: tableName(),
      Key: stockKey(row.productId, row.variantId),
      ...withNote(
        {
          UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(", ")}`,
          ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
          ExpressionAttributeValues: Object.fromEntries(
            Object.entries(counts).map(([name, value]) => [`:${name}`, value]),
          ),
        },
        note,
      ),
    },
  };
};
