/** Every category a product can be filed under; the shop's own words for them. */
export const categories = [
  { id: "shirts", label: "Shirts" },
  { id: "polos", label: "Polos" },
  { id: "sweatpants", label: "Sweatpants" },
  { id: "yetiflask", label: "Yeti Flasks" },
  { id: "ticket", label: "Tickets" },
] as const satisfies readonly { id: string; label: string }[];

export type CategoryId = (typeof categories)[number]["id"];

/** What a product without a category counts as. */
export const uncategorized = { id: "uncategorized", label: "Uncategorized" } as const;

/** The one category that is never shipped. */
export const ticketCategory = "ticket" satisfies CategoryId;

/** The label of a category's id; an unknown id is shown title-cased, as the shop has no word for it. */
export function categoryLabel(id: string | undefined): string {
  if (!id) return uncategorized.label;
  const known = categories.find((category) => category.id === id);
  return (
    known?.label ??
    id.replace(/(^|[-_\s])(\w)/g, (_, gap: string, letter: string) => {
      return (gap ? " " : "") + letter.toUpperCase();
    })
  );
}
