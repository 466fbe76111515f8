import { TICKET, UNCATEGORIZED } from "../product.ts";

/** The categories of products, with their labels. `hasSizeGuide`: size-guides.ts has its measurements. */
export const categories = [
  { id: "shirts", label: "Shirts", hasSizeGuide: true },
  { id: "polos", label: "Polos", hasSizeGuide: true },
  { id: "sweatpants", label: "Sweatpants", hasSizeGuide: true },
  { id: "yetiflask", label: "Yeti Flasks" },
  { id: TICKET, label: "Tickets" },
] as const satisfies readonly { id: string; label: string; hasSizeGuide?: boolean }[];

const labels: ReadonlyMap<string, string> = new Map([
  ...categories.map(({ id, label }) => [id, label] as const),
  [UNCATEGORIZED, "Uncategorized"],
]);

/** The label of a category. An unknown id is shown in title case. */
export function categoryLabel(id: string = UNCATEGORIZED): string {
  return labels.get(id) ?? id.replace(/[-_]/g, " ").replace(/\b\w/g, (letter) => letter.toUpperCase());
}

const sizedCategories: ReadonlySet<string> = new Set(
  categories.filter((category) => "hasSizeGuide" in category).map(({ id }) => id),
);
export const hasSizeGuide = (categoryId: string): boolean => sizedCategories.has(categoryId);
