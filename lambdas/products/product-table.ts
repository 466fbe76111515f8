/**
 * Products and their stock.
 * | item | pk | sk | index `listing` |
 * | product | PRODUCT#<id> | PRODUCT | CATALOGUE#<part>, PRODUCT#<id> (not when deleted) |
 * | number of the last event about a product | PRODUCT#<id> | SEQUENCE | |
 * | StockLow was emitted for it, until it is restocked | PRODUCT#<id> | RUNNING-LOW#<variant> | |
 * | stock of a product or variant | PRODUCT#<id> | STOCK#<variant id, or - without variants> | CATALOGUE#<part>, STOCK#<id>#<variant> (not when deleted) |
 * A deleted product is removed from the index at once. Its items stay for open holds and old orders.
 */
import { BatchGetCommand, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Product } from "../../shared/product.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { unavailable } from "../lib/errors.ts";
import { parseValid } from "../lib/parse-item.ts";
import { shardOf } from "../../shared/shards.ts";
import { log } from "../lib/log.ts";
import { readRow, readStockRow } from "./readable-product.ts";

/** Name of the catalog's partitions in the index `listing`. Stored keys keep this spelling. */
export const CATALOG = "CATALOGUE";
/** The variant in the stock key of a product without variants. */
export const NO_VARIANT = "-";

const variant = z.object({ id: z.string(), size: z.optional(z.string()), color: z.optional(z.string()) });

/** A product as stored. Its stock is in separate items, so that a sale never changes the product. */
export const ProductRow = z.object({
  ...z.omit(Product, { stock: true, variants: true }).shape,
  variants: z.array(variant),
  /** Names of variants that are no longer offered but still have pieces. */
  formerVariants: z.optional(z.array(variant)),
  /** Changes of stock items by the last save. They are applied after its transaction. */
  stockChanges: z.optional(z.array(z.object({ variantId: z.string(), change: z.int() }))),
  deletedAt: z.optional(z.string()),
});
export type ProductRow = z.infer<typeof ProductRow>;

/** Pieces for sale, held and sold. Only an admin changes their sum. */
export const StockRow = z.object({
  productId: z.string(),
  variantId: z.string(),
  available: z.int(),
  held: z.int(),
  sold: z.int(),
  /** The product version of the last save that changed it. */
  saved: z.optional(z.int()),
  /** Set by the first order of it. */
  ordered: z.optional(z.boolean()),
});
export type StockRow = z.infer<typeof StockRow>;

/** A stock item has an attribute for each hold: `hold:<order id>` is the number of pieces. */
export const HOLD_PREFIX = "hold:";

/** An order that holds pieces of a stock item. */
export type Holder = { orderId: string; quantity: number };

export const holdersIn = (item: Record<string, unknown>): Holder[] =>
  Object.entries(item).flatMap(([name, quantity]) =>
    name.startsWith(HOLD_PREFIX) && typeof quantity === "number"
      ? [{ orderId: name.slice(HOLD_PREFIX.length), quantity }]
      : [],
  );

export const productKey = (id: string) => ({ pk: `PRODUCT#${id}`, sk: "PRODUCT" });
export const stockKey = (id: string, variantId: string = NO_VARIANT) => ({
  pk: `PRODUCT#${id}`,
  sk: `STOCK#${variantId}`,
});

export const lowKey = (id: string, variantId: string) => ({
  pk: `PRODUCT#${id}`,
  sk: `RUNNING-LOW#${variantId}`,
});

export const productItem = (row: ProductRow) => ({
  ...productKey(row.id),
  ...(row.deletedAt ? {} : { listPk: shardOf(CATALOG, row.id), listSk: `PRODUCT#${row.id}` }),
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
  const available = (variantId: string) => Math.max(0, stock.get(`${row.id}#${variantId}`)?.available ?? 0);
  const { deletedAt: _, formerVariants: __, stockChanges: ___, variants, ...product } = row;
  if (variants.length === 0) return { ...product, stock: available(NO_VARIANT) };
  const counted = variants.map((of) => ({ ...of, stock: available(of.id) }));
  return { ...product, variants: counted, stock: counted.reduce((sum, of) => sum + of.stock, 0) };
}

export const stockByKey = <Row extends Pick<StockRow, "productId" | "variantId">>(
  rows: readonly Row[],
): Map<string, Row> => new Map(rows.map((row) => [`${row.productId}#${row.variantId}`, row]));

export type Item = Record<string, unknown>;
/** Product items and stock items. */
const splitItems = (items: readonly Item[]): [products: Item[], stock: Item[]] => [
  items.filter(({ sk }) => sk === "PRODUCT"),
  items.filter(({ sk }) => sk !== "PRODUCT"),
];

/** Pieces of a product or variant that are for sale and held, and the orders that hold them. */
export async function holdersOf({
  productId,
  variantId,
}: {
  productId: string;
  variantId?: string | undefined;
}): Promise<{ available: number; held: number; holders: Holder[] }> {
  const { Item = {} } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: stockKey(productId, variantId), ConsistentRead: true }),
  );
  const count = (name: string) => (typeof Item[name] === "number" ? Item[name] : 0);
  return { available: count("available"), held: count("held"), holders: holdersIn(Item) };
}

/**
 * A product with its stock, its holders by variant, and the sequence of its last event. `wrong` are the paths of invalid
 * attributes, `wrongStock` the variants with invalid counts; `item` is the product as stored.
 */
export type FoundProduct = {
  row: ProductRow;
  stock: StockRow[];
  holders: Map<string, Holder[]>;
  /** Variants for which StockLow was emitted. */
  lowStockReported: Set<string>;
  sequence: number;
  wrong: string[];
  wrongStock: string[];
  item: Item;
};
/** The readable attributes of a product's item. */
export const readProductItem = (id: string, item: Item) =>
  readRow(ProductRow, { imageUrls: z.string(), details: z.string(), variants: variant }, id, item);

/** One product's items. Also answers a deleted product: check `deletedAt`. */
export async function readProduct(id: string): Promise<FoundProduct | undefined> {
  const { Items = [] } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
      ExpressionAttributeValues: { ":pk": productKey(id).pk, ":from": "PRODUCT", ":to": "STOCK#~" },
      ConsistentRead: true,
    }),
  );
  const item = Items.find(({ sk }) => sk === "PRODUCT");
  if (!item) return undefined;
  const stock = Items.filter(({ sk }) => String(sk).startsWith("STOCK#")).map((of) =>
    readStockRow(StockRow, id, of),
  );
  const last: unknown = Items.find(({ sk }) => sk === "SEQUENCE")?.["last"];
  return {
    ...readProductItem(id, item),
    item,
    stock: stock.map(({ row }) => row),
    wrongStock: stock.filter(({ wrong }) => wrong.length > 0).map(({ row }) => row.variantId),
    holders: new Map(
      Items.filter(({ sk }) => String(sk).startsWith("STOCK#")).map((of) => [
        String(of["sk"]).replace("STOCK#", ""),
        holdersIn(of),
      ]),
    ),
    lowStockReported: new Set(
      Items.flatMap(({ sk }) => {
        const [kind, ...variantId] = String(sk).split("#");
        return kind === "RUNNING-LOW" ? [variantId.join("#")] : [];
      }),
    ),
    sequence: typeof last === "number" ? last : 0,
  };
}

/** One product of the shop. Undefined for an invalid one, as in lists. */
export async function getProduct(id: string): Promise<Product | undefined> {
  const found = await readProduct(id);
  if (!found || found.row.deletedAt) return undefined;
  const { row, stock, wrong, wrongStock } = found;
  if (wrong.length > 0) return void log.error("A stored item does not fit", { ...productKey(id), wrong });
  return toProduct(row, stockByKey(stock.filter(({ variantId }) => !wrongStock.includes(variantId))));
}

/** The products of a cart and their stock, by product and variant. */
export type CartProducts = { products: Map<string, Product>; stock: Map<string, StockRow> };

/**
 * Reads the products of a cart of at most 40 lines. Products that are not in the shop are missing. Pieces that `orderId`
 * holds count as for sale.
 */
export async function productsOf(
  lines: readonly { id: string; v?: string | undefined }[],
  orderId?: string,
): Promise<CartProducts> {
  const keys = new Map<string, { pk: string; sk: string }>();
  for (const { id, v } of lines) {
    for (const key of [productKey(id), stockKey(id, v ?? NO_VARIANT)]) keys.set(`${key.pk}|${key.sk}`, key);
  }
  const items: Item[] = [];
  let wanted = [...keys.values()];
  for (let tries = 0; wanted.length > 0; tries++) {
    if (tries === 5) throw unavailable(new Error("BatchGetItem left keys unprocessed five times"));
    const answer = await documentClient().send(
      new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: wanted, ConsistentRead: true } } }),
    );
    items.push(...(answer.Responses?.[tableName()] ?? []));
    wanted = (answer.UnprocessedKeys?.[tableName()]?.Keys ?? []) as typeof wanted;
  }
  const [products, counts] = splitItems(items);
  const own = orderId === undefined ? counts : counts.map((item) => withOwn(item, HOLD_PREFIX + orderId));
  const stock = stockByKey(parseValid(StockRow, own));
  const rows = parseValid(ProductRow, products).filter((row) => !row.deletedAt);
  return { products: new Map(rows.map((row) => [row.id, toProduct(row, stock)])), stock };
}

function withOwn(item: Item, hold: string): Item {
  const own = Number(item[hold] ?? 0);
  return { ...item, available: Number(item["available"]) + own, held: Number(item["held"]) - own };
}
