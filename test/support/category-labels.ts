import { categories } from "../../shared/site/categories.ts";

/** The label of a category of the shop. */
export function labelOf(id: string): string {
  const category = categories.find((candidate) => candidate.id === id);
  if (!category) throw new Error(`No category ${id}`);
  return category.label;
}
