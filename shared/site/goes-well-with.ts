import type { categories } from "./categories.ts";

type CategoryId = (typeof categories)[number]["id"];

/** The categories whose products are shown beside a product, the best match first. */
export const goesWellWith: Readonly<Record<CategoryId, readonly CategoryId[]>> = {
  shirts: ["sweatpants", "yetiflask", "ticket"],
  polos: ["yetiflask", "ticket", "sweatpants"],
  sweatpants: ["shirts", "yetiflask", "polos"],
  yetiflask: ["shirts", "ticket", "polos"],
  ticket: ["yetiflask", "shirts", "polos"],
};
