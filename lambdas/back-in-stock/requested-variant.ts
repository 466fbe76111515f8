import { isEventOver } from "../../shared/event-facts.ts";
import { variantLabel } from "../../shared/product.ts";
import { isOffered } from "../products/list-for-admin.ts";
import { readProduct } from "../products/product-table.ts";
import type { VariantKey } from "./waiting-list-table.ts";

/**
 * A product or variant that somebody can wait for. `label`: its current size and color. `nameWithVariant`: the name
 * with size and color. `available`: the pieces for sale. `isInStore`: false for a draft and for an invalid product.
 */
export type RequestedVariant = {
  name: string;
  label: string;
  nameWithVariant: string;
  available: number;
  isInStore: boolean;
};

/**
 * The product or variant as it is now; undefined if it cannot come back: the product is deleted or archived, its event
 * is over, or the variant is not offered any more. An invalid product can always come back: an admin can repair it, and the
 * default values of its invalid attributes do not show what it offers.
 */
export async function readRequestedVariant(
  { productId, variantId }: VariantKey,
  now: Date,
): Promise<RequestedVariant | undefined> {
  const product = await readProduct(productId);
  if (!product || product.row.deletedAt) return undefined;
  const { row, stock } = product;
  const isValid = product.invalidPaths.length === 0;
  const isNoLongerOffered = row.state === "archived" || !isOffered(row, variantId) || isEventOver(row, +now);
  if (isValid && isNoLongerOffered) return undefined;
  const label = variantLabel(row.variants.find(({ id }) => id === variantId) ?? {});
  return {
    name: row.name,
    label,
    nameWithVariant: label ? `${row.name}, ${label}` : row.name,
    available: stock.find((counts) => counts.variantId === variantId)?.available ?? 0,
    isInStore: isValid && row.state === "active",
  };
}
