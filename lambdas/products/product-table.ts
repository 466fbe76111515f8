/**
 * Products and their stock.
 * | item | pk | sk | index `listing` |
 * | product | PRODUCT#<id> | PRODUCT | CATALOGUE, PRODUCT#<id> (not when deleted) |
 * | number of the last event about a product | PRODUCT#<id> | SEQUENCE | |
 * | stock of a product or variant | PRODUCT#<id> | STOCK#<variant id, or - without variants> | CATALOGUE, STOCK#<id>#<variant> (not when deleted) |
 * A deleted product leaves the index at once; its items stay, so that open holds and old orders can still settle.
 */
import { BatchGetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Product } from "../../shared/product.ts";
import { documents, tableName } from "../lib/documents.ts";
import { unavailable } from "../lib/errors.ts";
import { fitting } from "../lib/fitting.ts";
import { log } from "../lib/log.ts";
import { readRow, readStockRow } from "./readable-product.ts";

const CATALOGUE = "CATALOGUE";
/** The variant part of a stock key of a product without variants. */
export const NO_VARIANT = "-";

const variant = z.object({ id: z.string(), size: z.optional(z.string()), color: z.optional(z.string()) });

/** A product as kept: without stock, which is in items of its own, so that a sale never touches the product. */
export const ProductRow = z.object({
  ...z.omit(Product, { stock: true, variants: true }).shape,
  variants: z.array(variant),
  /** What variants were called that are no longer offered, while pieces of them are about. */
  formerVariants: z.optional(z.array(variant)),
  deletedAt: z.optional(z.string()),
});
export type ProductRow = z.infer<typeof ProductRow>;

/** Pieces for sale, waiting for payment, and sold. Their sum changes only when the admin changes the stock. */
export const StockRow = z.object({
  productId: z.string(),
  variantId: z.string(),
  available: z.int(),
  held: z.int(),
  sold: z.int(),
  /** There while the world has been told that little is left. */
  lowTold: z.optional(z.boolean()),
  /** There once any order was made of it. */
  ordered: z.optional(z.boolean()),
});
export type StockRow = z.infer<typeof StockRow>;

export const productKey = (id: string) => ({ pk: `PRODUCT#${id}`, sk: "PRODUCT" });
export const stockKey = (id: string, variantId: string = NO_VARIANT) => ({
  pk: `PRODUCT#${id}`,
  sk: `STOCK#${variantId}`,
});

export const productItem = (row: ProductRow) => ({
  ...productKey(row.id),
  ...(row.deletedAt ? {} : { listPk: CATALOGUE, listSk: `PRODUCT#${row.id}` }),
  ...row,
});

export const stockItem = (row: StockRow) => ({
  ...stockKey(row.productId, row.variantId),
  listPk: CATALOGUE,
  listSk: `STOCK#${row.productId}#${row.variantId}`,
  ...row,
});

/** A product with what is for sale of it, as everybody sees it. */
export function toProduct(row: ProductRow, stock: ReadonlyMap<string, StockRow>): Product {
  const available = (variantId: string) => Math.max(0, stock.get(`${row.id}#${variantId}`)?.available ?? 0);
  const { deletedAt: _, formerVariants: __, variants, ...product } = row;
  if (variants.length === 0) return { ...product, stock: available(NO_VARIANT) };
  const counted = variants.map((of) => ({ ...of, stock: available(of.id) }));
  return { ...product, variants: counted, stock: counted.reduce((sum, of) => sum + of.stock, 0) };
}

export const stockByKey = (rows: readonly StockRow[]): Map<string, StockRow> =>
  new Map(rows.map((row) => [`${row.productId}#${row.variantId}`, row]));

type Item = Record<string, unknown>;
/** The products among items of both kinds, and the stock. */
const parted = (items: readonly Item[]): [products: Item[], stock: Item[]] => [
  items.filter(({ sk }) => sk === "PRODUCT"),
  items.filter(({ sk }) => sk !== "PRODUCT"),
];

/** The shop's products and what is known of their stock: the catalogue index, page by page, in the order products were made. */
export async function readCatalogue(): Promise<{ rows: ProductRow[]; stock: StockRow[]; misfits: Item[] }> {
  const rows: ProductRow[] = [];
  const stock: StockRow[] = [];
  const misfits: Item[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await documents().send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: "listing",
        KeyConditionExpression: "listPk = :catalogue",
        ExpressionAttributeValues: { ":catalogue": CATALOGUE },
        ExclusiveStartKey,
      }),
    );
    const [products, counts] = parted(page.Items ?? []);
    rows.push(...fitting(ProductRow, products, (item) => misfits.push(item)));
    stock.push(...fitting(StockRow, counts, (item) => misfits.push(item)));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return { rows, stock, misfits };
}

/** Every product of the shop with what is for sale of it. */
export async function listProducts(): Promise<Product[]> {
  const { rows, stock } = await readCatalogue();
  const counts = stockByKey(stock);
  return rows.map((row) => toProduct(row, counts));
}

/**
 * A product with its stock, and the number of the last event about it. `wrong` names what cannot be read of the product,
 * `wrongStock` the variants whose counts cannot; `item` is the product as it is stored.
 */
export type FoundProduct = {
  row: ProductRow;
  stock: StockRow[];
  sequence: number;
  wrong: string[];
  wrongStock: string[];
  item: Item;
};

/** What is readable of a product's items. */
export const readProductItem = (id: string, item: Item) =>
  readRow(ProductRow, { imageUrls: z.string(), details: z.string(), variants: variant }, id, item);

/** One product's items as they are now; undefined when there is none. Deleted ones are returned: look at `deletedAt`. */
export async function readProduct(id: string): Promise<FoundProduct | undefined> {
  const { Items = [] } = await documents().send(
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
    sequence: typeof last === "number" ? last : 0,
  };
}

/** One product that is in the shop, or undefined. One that cannot be read is in no list either. */
export async function getProduct(id: string): Promise<Product | undefined> {
  const found = await readProduct(id);
  if (!found || found.row.deletedAt) return undefined;
  const { row, stock, wrong, wrongStock } = found;
  if (wrong.length > 0) return void log.error("A stored item does not fit", { ...productKey(id), wrong });
  return toProduct(row, stockByKey(stock.filter(({ variantId }) => !wrongStock.includes(variantId))));
}

/** The products of a cart as they are now, by id; those not in the shop are missing. At most 40 lines. */
export async function productsOf(
  lines: readonly { id: string; v?: string | undefined }[],
): Promise<Map<string, Product>> {
  const keys = new Map<string, { pk: string; sk: string }>();
  for (const { id, v } of lines) {
    for (const key of [productKey(id), stockKey(id, v ?? NO_VARIANT)]) keys.set(`${key.pk}|${key.sk}`, key);
  }
  const items: Item[] = [];
  let wanted = [...keys.values()];
  for (let tries = 0; wanted.length > 0; tries++) {
    if (tries === 5) throw unavailable(new Error("BatchGetItem left keys unprocessed five times"));
    const answer = await documents().send(
      new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: wanted, ConsistentRead: true } } }),
    );
    items.push(...(answer.Responses?.[tableName()] ?? []));
    wanted = (answer.UnprocessedKeys?.[tableName()]?.Keys ?? []) as typeof wanted;
  }
  const [products, counts] = parted(items);
  const stock = stockByKey(fitting(StockRow, counts));
  const rows = fitting(ProductRow, products);
  return new Map(rows.filter((row) => !row.deletedAt).map((row) => [row.id, toProduct(row, stock)]));
}
