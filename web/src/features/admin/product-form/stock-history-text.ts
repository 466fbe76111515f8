import type { StockChangeKind, StockHistoryEntry } from "../../../../../shared/stock-history.ts";

/** '+3', '−2', or '±0' for a sale of held pieces. */
export const changeText = (change: number): string => {
  if (change === 0) return "±0";
  return change > 0 ? `+${change}` : `\u2212${-change}`;
};

const nameOf = (id: string | undefined, labels: ReadonlyMap<string, string>): string | undefined =>
  id === undefined ? undefined : (labels.get(id) ?? "a removed variant");

/** `other`: the variant from which or to which pieces were moved. */
const TEXTS: Record<StockChangeKind, (pieces: number, other: string) => string> = {
  created: (pieces) => `Added with ${pieces}`,
  held: (pieces) => `${pieces} held for a checkout`,
  retaken: (pieces) => `${pieces} taken again for a late payment`,
  released: (pieces) => `${pieces} released: not paid`,
  sold: (pieces) => `${pieces} sold, held before`,
  restocked: (pieces) => `${pieces} put back on sale from an order`,
  edited: () => "Edited",
  "moved-in": (pieces, other) => `${pieces} moved here from ${other}`,
  "moved-out": (pieces, other) => `${pieces} moved to ${other}`,
  "written-off": (pieces) => `${pieces} written off`,
  repaired: () => "Entered anew, because the stored number could not be read",
};

/** A change in words. `labels`: by variant id. `variant`: the variant's name; undefined without variants. */
export function describeChange(
  { kind, pieces, variantId, otherVariantId }: StockHistoryEntry,
  labels: ReadonlyMap<string, string>,
): { what: string; variant: string | undefined } {
  // '-' stands for the pieces of a product without variants.
  const otherName = otherVariantId === "-" ? "the product" : nameOf(otherVariantId, labels);
  return { what: TEXTS[kind](pieces, otherName ?? ""), variant: nameOf(variantId, labels) };
}
