import type { ProductChange } from "../../../../../shared/product-input.ts";
import type { Product } from "../../../../../shared/product.ts";
import { checkDraft } from "../product-form/check-draft.ts";
import type { ProductDraft } from "../product-form/draft.ts";
import { stockOrVariantStocks, toDraft } from "../product-form/draft.ts";

/** The number that an admin typed into the table as the stock of a product or variant. */
export type StockEdit = {
  /** The product when the admin began to type. The server subtracts the sales since then. */
  base: Product;
  variantId: string | undefined;
  text: string;
};

const withStock = (draft: ProductDraft, variantId: string | undefined, stock: string): ProductDraft =>
  variantId === undefined
    ? { ...draft, stock }
    : {
        ...draft,
        variants: draft.variants.map((variant) =>
          variant.id === variantId ? { ...variant, stock } : variant,
        ),
      };

/**
 * The request that sets the stock and repeats the other values of `base`, or the reason why the typed number or another value is
 * invalid.
 */
export function stockChange({
  base,
  variantId,
  text,
}: StockEdit): { body: ProductChange } | { problem: string } {
  const checkedDraft = checkDraft(withStock(toDraft(base), variantId, text));
  if ("input" in checkedDraft) {
    // The state is left out, because another save of this page may have changed it since the admin began to type.
    const { state: _, ...input } = checkedDraft.input;
    return { body: { ...input, version: base.version, stockWas: stockOrVariantStocks(base) } };
  }
  const index = base.variants?.findIndex(({ id }) => id === variantId) ?? -1;
  const path = variantId === undefined ? "stock" : `variants.${index}.stock`;
  const [otherProblem = ""] = Object.values(checkedDraft.problems);
  return { problem: checkedDraft.problems[path] ?? `${otherProblem}. Please edit the product.` };
}
