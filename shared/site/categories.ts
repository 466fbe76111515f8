import { TICKET, UNCATEGORIZED } from "../product.ts";

/** The categories of products, with their labels. */
export const categories = [
  { id: "shirts", label: "Shirts" },
  { id: "polos", label: "Polos" },
  { id: "sweatpants", label: "Sweatpants" },
  { id: "yetiflask", label: "Yeti Flasks" },
  { id: TICKET, label: "Tickets" },
] as const satisfies readonly { id: string; label: string }[];

const labels: ReadonlyMap<string, string> = new Map([
  ...categories.map(({ id, label }) => [id, label] as const),
  [UNCATEGORIZED, "Uncategorized"],
]);

/** The label of a category. An unknown id is shown in title case. */
export function categoryLabel(id: string = UNCATEGORIZED): string {
  return labels.get(id) ?? id.replace(/[-_]/g, " ").replace(/\b\w/g, (letter) => letter.toUpperCase());
}
