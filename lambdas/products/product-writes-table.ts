/** Writes of products and stock by an admin, and of the records of StockLow and StockBack. Keys: see product-table.ts. */
import { tableName } from "../lib/dynamodb.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import type { ProductRow, StockRow } from "./product-table.ts";
import {
  backInStockKey,
  lowStockKey,
  productItem,
  productKey,
  stockItem,
  stockKey,
} from "./product-table.ts";
import { noteAt } from "./stock-notes.ts";
import { updateStock } from "./update-stock.ts";

/** The write of a product that was read at `version` (undefined: a new product); fails if another write was faster. */
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

/** The write of the stock of a new product or variant. `by`: the admin's email address. */
export const putStock = (row: StockRow, by: string): TransactionWrite<"stock"> => ({
  name: "stock",
  Put: {
    TableName: tableName(),
    Item: { ...stockItem(row), notes: [noteAt({ kind: "created", n: row.available, by })] },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

/** The write that removes the stock of a removed variant from the index. The item stays for open holds. */
export const removeStockFromIndex = (row: Pick<StockRow, "productId" | "variantId">) => ({
  name: "stock" as const,
  Update: {
    TableName: tableName(),
    Key: stockKey(row.productId, row.variantId),
    UpdateExpression: "REMOVE listPk, listSk",
  },
});

const ifUnsold = {
  ConditionExpression: "NOT (held > :zero OR sold > :zero)",
  ExpressionAttributeValues: { ":zero": 0 },
};

/**
 * Removes the stock of a product from the index when the product is deleted as `version`. Sets `saved`, so that a slow save of an
 * earlier version does not put the stock into the index again. With `mustBeUnsold`, fails if pieces are held or sold.
 */
export const removeDeletedStock = (
  row: Pick<StockRow, "productId" | "variantId">,
  { version, mustBeUnsold }: { version: number; mustBeUnsold: boolean },
): TransactionWrite<"stock"> => ({
  name: "stock",
  Update: {
    TableName: tableName(),
    Key: stockKey(row.productId, row.variantId),
    UpdateExpression: "SET saved = :version REMOVE listPk, listSk",
    ...(mustBeUnsold ? { ConditionExpression: ifUnsold.ConditionExpression } : {}),
    ExpressionAttributeValues: {
      ":version": version,
      ...(mustBeUnsold ? ifUnsold.ExpressionAttributeValues : {}),
    },
  },
});

/** A check in place of a write: the transaction fails if pieces are held or sold. */
export const checkStockUnsold = (
  row: Pick<StockRow, "productId" | "variantId">,
): TransactionWrite<"stock"> => ({
  name: "stock",
  ConditionCheck: {
    TableName: tableName(),
    Key: stockKey(row.productId, row.variantId),
    ...ifUnsold,
  },
});

function listingValues(row: Pick<StockRow, "productId" | "variantId">) {
  const { listPk, listSk } = stockItem({ ...row, available: 0, held: 0, sold: 0 });
  return { ":listPk": listPk, ":listSk": listSk };
}

/**
 * Adds `change` to the stock for sale, once for each version of the product, and puts the stock item into the index. The
 * stock never falls below zero. The transaction that saves the product does not include this write, because that transaction
 * would then conflict with purchases.
 */
export async function changeStock(
  row: Pick<StockRow, "productId" | "variantId">,
  change: number,
  { version, by }: { version: number; by: string | undefined },
): Promise<void> {
  const update = {
    UpdateExpression:
      "SET listPk = :listPk, listSk = :listSk, saved = :version ADD available :change, revision :one",
    ConditionExpression: "(attribute_not_exists(saved) OR saved < :version) AND available >= :taken",
    ExpressionAttributeValues: {
      ...listingValues(row),
      ":change": change,
      ":taken": Math.max(0, -change),
      ":version": version,
    },
  };
  // A change of 0 leaves the stock as it is, so it needs no note.
  const result = await updateStock(
    row,
    update,
    change === 0 ? undefined : { kind: "edited", n: change, ...(by === undefined ? {} : { by }) },
  );
  if (result.ok || !result.item || Number(result.item["saved"] ?? 0) >= version) return;
  await changeStock(row, Math.max(change, -Number(result.item["available"] ?? 0)), { version, by });
}

/** The write that records that StockLow is emitted; fails when StockLow was emitted before. */
export const recordLowStock = ({
  productId,
  variantId,
}: Pick<StockRow, "productId" | "variantId">): TransactionWrite<"low"> => ({
  name: "low",
  Put: {
    TableName: tableName(),
    Item: lowStockKey(productId, variantId),
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

/** The write that allows another StockLow event. */
export const clearLowStock = ({
  productId,
  variantId,
}: Pick<StockRow, "productId" | "variantId">): TransactionWrite<"low"> => ({
  name: "low",
  Delete: { TableName: tableName(), Key: lowStockKey(productId, variantId) },
});

/**
 * The write that records that StockBack is emitted; fails when StockBack was emitted for a change after
 * `soldOutRevision`.
 */
export const recordBackInStock = (
  { productId, variantId }: Pick<StockRow, "productId" | "variantId">,
  revision: number,
  soldOutRevision: number,
): TransactionWrite<"back"> => ({
  name: "back",
  Put: {
    TableName: tableName(),
    Item: { ...backInStockKey(productId, variantId), revision },
    ConditionExpression: "attribute_not_exists(pk) OR revision <= :soldOutRevision",
    ExpressionAttributeValues: { ":soldOutRevision": soldOutRevision },
  },
});

/** The write that takes a product's next sequence number; fails when another event took the number. */
export const takeSequence = (productId: string, nextSequence: number): TransactionWrite<"sequence"> => ({
  name: "sequence",
  Put: {
    TableName: tableName(),
    Item: { pk: productKey(productId).pk, sk: "SEQUENCE", last: nextSequence },
    ConditionExpression: nextSequence === 1 ? "attribute_not_exists(pk)" : "#last = :before",
    ...(nextSequence === 1
      ? {}
      : {
          ExpressionAttributeNames: { "#last": "last" },
          ExpressionAttributeValues: { ":before": nextSequence - 1 },
        }),
  },
});
