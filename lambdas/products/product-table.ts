/**
 * Products and their stock.
 * | item | pk | sk |
 * | product | PRODUCT#<id> | PRODUCT |
 * | number of the last event about a product | PRODUCT#<id> | SEQUENCE |
 * | mark that StockLow was emitted for a variant; deleted when its stock rises again | PRODUCT#<id> | RUNNING-LOW#<variant> |
 * | last StockBack of a variant, with the revision of its stock item | PRODUCT#<id> | RETURNED#<variant> |
 * | stock of a product or variant | PRODUCT#<id> | STOCK#<variant id, or - without variants> |
 * | in the index `listing` | partition | sort key |
 * | product in the store | CATALOGUE#<shard> | PRODUCT#<id> |
 * | draft or archived product | CATALOGUE#<shard> | HIDDEN#<state>#<id> |
 * | stock of a product or variant | CATALOGUE#<shard> | STOCK#<id>#<variant> |
 * A deleted product and its stock are removed from the index immediately. The items stay for open holds and old orders.
 */
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Product } from "../../shared/product.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { shardOf } from "../../shared/shards.ts";
import { log } from "../lib/log.ts";
import { queryAll } from "../lib/query-all.ts";
import { listSkOf } from "./listing-key.ts";
import { parseRow, parseStockRow } from "./rows-with-defaults.ts";

/** The name of the catalog's partitions in the index `listing`. The spelling is that of the stored keys. */
export const CATALOG = "CATALOGUE";
/** The variant in the stock key of a product without variants. */
export const NO_VARIANT = "-";

const StoredVariant = z.object({
  id: z.string(),
  size: z.optional(z.string()),
  color: z.optional(z.string()),
  /**
   * The pictures that show the color, stored with the color's first variant: the index `listing` projects `variants`, and has
   * reached the limit of projected attributes.
   */
  imageUrls: z.optional(z.array(z.string())),
});

/** A product as stored. Its stock is in separate items, so that a sale never changes the product. */
export const ProductRow = z.object({
  ...z.omit(Product, { stock: true, variants: true, imageColors: true, lowStockBelow: true }).shape,
  variants: z.array(StoredVariant),
  /**
   * Orders have an attribute `summary` that the index projects. Products use the same name, because the index has reached the
   * limit of projected attributes.
   */
  summary: z.optional(z.object({ lowStockBelow: z.int() })),
  /** Variants that are no longer offered but have pieces for sale, held or sold. */
  formerVariants: z.optional(z.array(StoredVariant)),
  /** The changes of stock items by the last save, which are applied after the save's transaction. */
  stockChanges: z.optional(z.array(z.object({ variantId: z.string(), change: z.int() }))),
  /** The email address of the admin of the last save, for the history of these changes. */
  savedBy: z.optional(z.string()),
  /** The hash of the request of the last save and of its admin, by which a repetition of this request is recognized. */
  changeHash: z.optional(z.string()),
  /** The hashes of the saves before the last one, newest first: another admin's save may come before a repetition. */
  earlierChangeHashes: z.optional(z.array(z.string())),
  deletedAt: z.optional(z.string()),
});
export type ProductRow = z.infer<typeof ProductRow>;

/** The numbers of pieces for sale, held and sold. Only an admin changes the sum of these numbers. */
export const StockRow = z.object({
  productId: z.string(),
  variantId: z.string(),
  available: z.int(),
  held: z.int(),
  sold: z.int(),
  /** The number of changes of `available`, without repairs of invalid counts; missing before the first change. */
  revision: z.optional(z.int()),
  /** The product's version at the last save that changed this stock. */
  saved: z.optional(z.int()),
  /** Whether a checkout has ever taken pieces of the product or variant. */
  ordered: z.optional(z.boolean()),
});
export type StockRow = z.infer<typeof StockRow>;

/** A stock item has an attribute for each hold, with the number of pieces. Keys: see stock-table.ts. */
export const HOLD_PREFIX = "hold:";

/** A hold of pieces in a stock item. `holdKey`: the order's id, or another key if the pieces were retaken (see stock-table.ts). */
export type StockHold = { holdKey: string; quantity: number };

export const holdsIn = (item: Record<string, unknown>): StockHold[] =>
  Object.entries(item).flatMap(([name, quantity]) =>
    name.startsWith(HOLD_PREFIX) && typeof quantity === "number"
      ? [{ holdKey: name.slice(HOLD_PREFIX.length), quantity }]
      : [],
  );

export const productKey = (id: string) => ({ pk: `PRODUCT#${id}`, sk: "PRODUCT" });
export const stockKey = (id: string, variantId: string = NO_VARIANT) => ({
  pk: `PRODUCT#${id}`,
  sk: `STOCK#${variantId}`,
});

export const lowStockKey = (id: string, variantId: string) => ({
  pk: `PRODUCT#${id}`,
  sk: `RUNNING-LOW#${variantId}`,
});

export const backInStockKey = (id: string, variantId: string) => ({
  pk: `PRODUCT#${id}`,
  sk: `RETURNED#${variantId}`,
});

export const productItem = (row: ProductRow) => ({
  ...productKey(row.id),
  ...(row.deletedAt ? {} : { listPk: shardOf(CATALOG, row.id), listSk: listSkOf(row) }),
  ...row,
});

export const stockItem = (row: StockRow) => ({
  ...stockKey(row.productId, row.variantId),
  listPk: shardOf(CATALOG, row.productId),
  listSk: `STOCK#${row.productId}#${row.variantId}`,
  ...row,
});

/** A product with its stock for sale, as in the public API. */
export function toProduct(row: ProductRow, stock: ReadonlyMap<string, Pick<StockRow, "available">>): Product {
  const availableOf = (variantId: string) => Math.max(0, stock.get(`${row.id}#${variantId}`)?.available ?? 0);
  const {
    deletedAt: _,
    formerVariants: __,
    stockChanges: ___,
    savedBy: ____,
    changeHash: _____,
    earlierChangeHashes: ______,
    summary,
    variants,
    ...productFields
  } = row;
  const product = { ...productFields, ...summary };
  if (variants.length === 0) return { ...product, stock: availableOf(NO_VARIANT) };
  const variantsWithStock = variants.map(({ imageUrls: _, ...variant }) => ({
    ...variant,
    stock: availableOf(variant.id),
  }));
  const stockSum = variantsWithStock.reduce((sum, variant) => sum + variant.stock, 0);
  return { ...product, ...imageColorsOf(row), variants: variantsWithStock, stock: stockSum };
}

/** The color that each picture shows, by the picture's URL; absent if no picture shows one of the colors. */
export function imageColorsOf({ variants }: Pick<ProductRow, "variants">): Pick<Product, "imageColors"> {
  const colors = variants.flatMap(({ color, imageUrls = [] }) =>
    color ? imageUrls.map((url) => [url, color] as const) : [],
  );
  return colors.length > 0 ? { imageColors: Object.fromEntries(colors) } : {};
}

/** The rows by '<product>#<variant>'. */
export const stockByKey = <Row extends Pick<StockRow, "productId" | "variantId">>(
  rows: readonly Row[],
): Map<string, Row> => new Map(rows.map((row) => [`${row.productId}#${row.variantId}`, row]));

export type Item = Record<string, unknown>;

/** The numbers of pieces of a product or variant that are for sale and that are held, and the holds. */
export async function readStockHolds({
  productId,
  variantId,
}: {
  productId: string;
  variantId?: string | undefined;
}): Promise<{ available: number; held: number; holds: StockHold[] }> {
  const { Item = {} } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: stockKey(productId, variantId), ConsistentRead: true }),
  );
  const countOf = (name: string) => (typeof Item[name] === "number" ? Item[name] : 0);
  return { available: countOf("available"), held: countOf("held"), holds: holdsIn(Item) };
}

/**
 * A product with its stock, the holds of its pieces (by variant), and the sequence number of the last
 * event about it. `invalidPaths`: the paths of invalid attributes. `invalidStock`: the ids of variants with
 * invalid counts. `item`: the stored item.
 */
export type FoundProduct = {
  row: ProductRow;
  stock: StockRow[];
  holds: Map<string, StockHold[]>;
  /** Variants for which StockLow was emitted. */
  lowStockReported: Set<string>;
  /** The revisions of stock items for which StockBack was last emitted, by variant. */
  stockBackRevisions: Map<string, number>;
  sequence: number;
  invalidPaths: string[];
  invalidStock: string[];
  item: Item;
};
/** A product's item as a row, with default values for invalid attributes. */
export const parseProductItem = (id: string, item: Item) =>
  parseRow(ProductRow, { imageUrls: z.string(), details: z.string(), variants: StoredVariant }, id, item);

/** The variant in the sort key of an item of this kind; undefined for an item of another kind. */
function variantOf({ sk }: Item, kind: "RUNNING-LOW" | "RETURNED"): string | undefined {
  const prefix = `${kind}#`;
  return String(sk).startsWith(prefix) ? String(sk).slice(prefix.length) : undefined;
}

/** Reads a product and its stock, also of a deleted product: check `deletedAt`. */
export async function readProduct(id: string): Promise<FoundProduct | undefined> {
  // A stock item contains all holds of its pieces, so the items of a popular product may be larger than one page.
  const items = await queryAll({
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
    ExpressionAttributeValues: { ":pk": productKey(id).pk, ":from": "PRODUCT", ":to": "STOCK#~" },
    ConsistentRead: true,
  });
  const item = items.find(({ sk }) => sk === "PRODUCT");
  if (!item) return undefined;
  const stockItems = items.filter(({ sk }) => String(sk).startsWith("STOCK#"));
  const stock = stockItems.map((storedItem) => parseStockRow(StockRow, id, storedItem));
  const lastSequence: unknown = items.find(({ sk }) => sk === "SEQUENCE")?.["last"];
  return {
    ...parseProductItem(id, item),
    item,
    stock: stock.map(({ row }) => row),
    invalidStock: stock.filter(({ invalidPaths }) => invalidPaths.length > 0).map(({ row }) => row.variantId),
    holds: new Map(
      stockItems.map((storedItem) => [String(storedItem["sk"]).replace("STOCK#", ""), holdsIn(storedItem)]),
    ),
    lowStockReported: new Set(items.flatMap((storedItem) => variantOf(storedItem, "RUNNING-LOW") ?? [])),
    stockBackRevisions: new Map(
      items.flatMap((storedItem) => {
        const variantId = variantOf(storedItem, "RETURNED");
        return variantId === undefined ? [] : [[variantId, Number(storedItem["revision"])] as const];
      }),
    ),
    sequence: typeof lastSequence === "number" ? lastSequence : 0,
  };
}

/** One active product; undefined for a draft and an archived, deleted or invalid product, as in lists. */
export async function getProduct(id: string): Promise<Product | undefined> {
  const product = await getProductInAnyState(id);
  return product?.state === "active" ? product : undefined;
}

/** A product that is or was in the store, for its buyers. Undefined for a draft and for a deleted or invalid product. */
export async function getPublishedProduct(id: string): Promise<Product | undefined> {
  const product = await getProductInAnyState(id);
  return product?.state === "draft" ? undefined : product;
}

/** One product of the back office. Undefined for a deleted or invalid product. */
export async function getProductInAnyState(id: string): Promise<Product | undefined> {
  const product = await readProduct(id);
  if (!product || product.row.deletedAt) return undefined;
  const { row, stock, invalidPaths, invalidStock } = product;
  if (invalidPaths.length > 0) {
    log.error("A stored item does not match its schema", { ...productKey(id), wrong: invalidPaths });
    return undefined;
  }
  return toProduct(row, stockByKey(stock.filter(({ variantId }) => !invalidStock.includes(variantId))));
}
