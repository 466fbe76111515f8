import type { Product } from "../../shared/product.ts";
import { parseValid } from "../lib/parse-item.ts";
import { readItems } from "../lib/read-items.ts";
import {
  HOLD_PREFIX,
  type Item,
  NO_VARIANT,
  productKey,
  ProductRow,
  stockByKey,
  stockKey,
  StockRow,
  toProduct,
} from "./product-table.ts";

const splitItems = (items: readonly Item[]): [products: Item[], stock: Item[]] => [
  items.filter(({ sk }) => sk === "PRODUCT"),
  items.filter(({ sk }) => sk !== "PRODUCT"),
];

/** The products of a cart by their ids, and the stock of their variants by the keys of `stockByKey`. */
export type CartProducts = { products: Map<string, Product>; stock: Map<string, StockRow> };

/**
 * Reads the products of a cart, without drafts and archived or deleted products. Pieces that `orderId` holds count as for
 * sale.
 */
export async function readCartProducts(
  lines: readonly { id: string; v?: string | undefined }[],
  orderId?: string,
): Promise<CartProducts> {
  const keys = new Map<string, { pk: string; sk: string }>();
  for (const { id, v } of lines) {
    for (const key of [productKey(id), stockKey(id, v ?? NO_VARIANT)]) keys.set(`${key.pk}|${key.sk}`, key);
  }
  const [productItems, storedStock] = splitItems(await readItems([...keys.values()]));
  const stockItems =
    orderId === undefined ? storedStock : storedStock.map((item) => withoutHold(item, HOLD_PREFIX + orderId));
  const stock = stockByKey(parseValid(StockRow, stockItems));
  const rows = parseValid(ProductRow, productItems).filter(
    ({ state, deletedAt }) => state === "active" && !deletedAt,
  );
  return { products: new Map(rows.map((row) => [row.id, toProduct(row, stock)])), stock };
}

/** A stock item with the pieces of one hold counted as for sale. `holdName`: the name of the hold's attribute. */
function withoutHold(item: Item, holdName: string): Item {
  const pieces = Number(item[holdName] ?? 0);
  return { ...item, available: Number(item["available"]) + pieces, held: Number(item["held"]) - pieces };
}
