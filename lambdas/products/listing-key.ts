/** Keys of products in the index `listing`. Other keys: see product-table.ts. */
import type { Product } from "../../shared/product.ts";

/** The prefixes of index keys: of products in the store, and of drafts and archived products. */
export const ACTIVE_PREFIX = "PRODUCT#";
export const HIDDEN_PREFIX = "HIDDEN#";

/**
 * The key names the state, because the index already has the 20 attributes that DynamoDB allows. ACTIVE_PREFIX alone stands for
 * an active product.
 */
export const listSkOf = ({ id, state }: Pick<Product, "id" | "state">): string =>
  state === "active" ? ACTIVE_PREFIX + id : `${HIDDEN_PREFIX}${state}#${id}`;

/** An item of a draft or an archived product from the index, with its state. */
export const withState = (item: Record<string, unknown>): Record<string, unknown> => ({
  ...item,
  state: String(item["listSk"]).split("#")[1],
});
