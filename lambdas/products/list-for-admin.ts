import type { AdminProducts, BrokenProduct } from "../../shared/admin-products.ts";
import type { Product } from "../../shared/product.ts";
import { variantLabel } from "../../shared/product.ts";
import { variantField } from "../back-in-stock/request-table.ts";
import { readWaitingLists } from "../back-in-stock/waiting-list-table.ts";
import type { IndexedStock } from "./catalog-table.ts";
import { readCatalog } from "./catalog-table.ts";
import type { ProductRow } from "./product-table.ts";
import { NO_VARIANT, parseProductItem, stockByKey, toProduct } from "./product-table.ts";

type Item = Record<string, unknown>;

/**
 * Every product in the shop. `broken`: the products with an invalid item, whose invalid attributes have default values.
 * `unoffered`: the pieces of variants that are no longer offered. `waiting`: how many people wait for sold-out products.
 */
export async function listProductsForAdmin(now: Date): Promise<AdminProducts> {
  const [catalog, waitingLists] = await Promise.all([readCatalog(), readWaitingLists(now)]);
  const { rows, stock, invalidItems } = catalog;
  const counts = stockByKey(stock);
  const invalidStock = invalidStockOf(invalidItems);
  const isValid = ({ id }: ProductRow) => !invalidStock.has(id);
  const brokenProducts = [
    ...invalidItems.filter(({ sk }) => sk === "PRODUCT").map((item) => parseProductItem(idOf(item), item)),
    ...rows.filter((row) => !isValid(row)).map((row) => ({ row, invalidPaths: [] })),
  ];
  return {
    products: rows.filter(isValid).map((row) => toProduct(row, counts)),
    broken: brokenProducts.map(({ row, invalidPaths }): BrokenProduct => ({
      product: toProduct(row, counts),
      problems: [
        ...new Set(invalidPaths.map((path) => path.split(".")[0] ?? path)),
        ...(invalidStock.get(row.id) ?? []).map((variantId) => stockLabel(row, variantId)),
      ],
    })),
    unoffered: unofferedPieces(rows, stock),
    waiting: waitingLists
      .filter(({ people }) => people > 0)
      .map(({ productId, variantId, people }) => ({ productId, ...variantField(variantId), people })),
  };
}

const idOf = ({ pk }: Item): string => String(pk).replace("PRODUCT#", "");

/** The ids of variants with an invalid stock item, by product id. */
function invalidStockOf(invalidItems: readonly Item[]): Map<string, string[]> {
  const variantIds = new Map<string, string[]>();
  for (const item of invalidItems) {
    if (item["sk"] === "PRODUCT") continue;
    const id = idOf(item);
    variantIds.set(id, [...(variantIds.get(id) ?? []), String(item["sk"]).replace("STOCK#", "")]);
  }
  return variantIds;
}

function stockLabel(row: ProductRow, variantId: string): string {
  if (variantId === NO_VARIANT) return "stock";
  const variant = [...row.variants, ...(row.formerVariants ?? [])].find(({ id }) => id === variantId);
  return `stock of ${(variant && variantLabel(variant)) || variantId}`;
}

export const isOffered = (row: Pick<ProductRow, "variants">, variantId: string): boolean =>
  row.variants.length > 0 ? row.variants.some(({ id }) => id === variantId) : variantId === NO_VARIANT;

/** The pieces of each product in variants that the product no longer offers. */
function unofferedPieces(
  rows: readonly ProductRow[],
  stock: readonly IndexedStock[],
): AdminProducts["unoffered"] {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const piecesById = new Map<Product["id"], number>();
  for (const { productId, variantId, available, held } of stock) {
    const row = rowsById.get(productId);
    const count = Math.max(0, available) + Math.max(0, held);
    if (row && count > 0 && !isOffered(row, variantId))
      piecesById.set(productId, (piecesById.get(productId) ?? 0) + count);
  }
  return [...piecesById].map(([productId, count]) => ({ productId, pieces: count }));
}
