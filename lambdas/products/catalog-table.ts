/** The whole catalog, from the index `listing`. Keys: see product-table.ts. */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Product } from "../../shared/product.ts";
import { fromShards } from "../../shared/shards.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { parseValid } from "../lib/parse-item.ts";
import type { Item, StockRow } from "./product-table.ts";
import { CATALOG, ProductRow, stockByKey, toProduct } from "./product-table.ts";

/** The attributes of a stock item in the index. */
export type ListedStock = Pick<StockRow, "productId" | "variantId" | "available" | "held">;
const Listed = z.object({ listSk: z.string(), available: z.int(), held: z.int() });

function toListedStock({ listSk, available, held }: z.infer<typeof Listed>): ListedStock {
  const [, productId = "", ...variant] = listSk.split("#");
  return { productId, variantId: variant.join("#"), available, held };
}

/** All items of the index whose sort key begins with `prefix`. */
const readIndex = (prefix: string): Promise<Item[]> =>
  fromShards(CATALOG, async (shard) => {
    const items: Item[] = [];
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const page = await documentClient().send(
        new QueryCommand({
          TableName: tableName(),
          IndexName: "listing",
          KeyConditionExpression: "listPk = :shard AND begins_with(listSk, :prefix)",
          ExpressionAttributeValues: { ":shard": shard, ":prefix": prefix },
          ExclusiveStartKey,
        }),
      );
      items.push(...(page.Items ?? []));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return items;
  });

const readListedStock = async (onMisfit?: (item: Item) => void): Promise<ListedStock[]> =>
  parseValid(Listed, await readIndex("STOCK#"), onMisfit).map(toListedStock);

/** The listed products in the order of creation, their stock, and the items that match neither schema. */
export type Catalog = { rows: ProductRow[]; stock: ListedStock[]; invalidItems: Item[] };

export async function readCatalog(): Promise<Catalog> {
  const invalidItems: Item[] = [];
  const keep = (item: Item) => void invalidItems.push(item);
  const [products, stock] = await Promise.all([readIndex("PRODUCT#"), readListedStock(keep)]);
  const rows = parseValid(ProductRow, products, keep).sort((a, b) => (a.id < b.id ? -1 : 1));
  return { rows, stock, invalidItems };
}

/** Cache time of the shop's stock totals, in ms. */
const KEEP_TOTALS_MS = 3_000;
let totals: { counts: Promise<{ available: number; held: number }>; until: number } | undefined;

/** Pieces of the whole shop that are for sale and that are held; at most 3 s old. */
export function shopStock(now: number = Date.now()): Promise<{ available: number; held: number }> {
  if (totals && totals.until > now && totals.until - now <= KEEP_TOTALS_MS) return totals.counts;
  const counts = readListedStock().then((rows) => ({
    available: rows.reduce((sum, row) => sum + row.available, 0),
    held: rows.reduce((sum, row) => sum + row.held, 0),
  }));
  totals = { counts, until: now + KEEP_TOTALS_MS };
  counts.catch(() => (totals = undefined));
  return counts;
}

/** Every product of the shop with its stock for sale. */
export async function listProducts(): Promise<Product[]> {
  const { rows, stock } = await readCatalog();
  const counts = stockByKey(stock);
  return rows.map((row) => toProduct(row, counts));
}
