import type { StockChangeKind, StockHistoryEntry } from "../../../../../shared/stock-history.ts";

/** '+3', '−2' or '±0'. A sale of held pieces is '±0', because it does not change the available pieces. */
export const changeText = (change: number): string => {
  if (change === 0) return "±0";
  return change > 0 ? `+${change}` : `\u2212${-change}`;
};

const variantName = (id: string | undefined, labels: ReadonlyMap<string, string>): string | undefined =>
  id === undefined ? undefined : (labels.get(id) ?? "a removed variant");

/** `otherVariant`: the variant from which or to which pieces were moved. */
const CHANGE_TEXTS: Record<StockChangeKind, (pieces: number, otherVariant: string) => string> = {
  created: (pieces) => `Added with ${pieces}`,
  held: (pieces) => `${pieces} held for a checkout`,
  retaken: (pieces) => `${pieces} taken again for an order`,
  released: (pieces) => `${pieces} released: not paid`,
  sold: (pieces) => `${pieces} sold, held before`,
  restocked: (pieces) => `${pieces} put back on sale from an order`,
  edited: () => "Edited",
  "moved-in": (pieces, otherVariant) => `${pieces} moved here from ${otherVariant}`,
  "moved-out": (pieces, otherVariant) => `${pieces} moved to ${otherVariant}`,
  "written-off": (pieces) => `${pieces} written off`,
  repaired: () => "Entered anew, because the stored number could not be read",
};

/** A change in words. `labels`: the labels of variants by id. `variantText`: undefined for a product without variants. */
export function describeChange(
  { kind, pieces, variantId, otherVariantId }: StockHistoryEntry,
  labels: ReadonlyMap<string, string>,
): { text: string; variantText: string | undefined } {
  // '-' stands for the pieces of a product without variants.
  const otherName = otherVariantId === "-" ? "the product" : variantName(otherVariantId, labels);
  const text = CHANGE_TEXTS[kind](pieces, otherName ?? "");
  return { text, variantText: variantName(variantId, labels) };
}
