import type { categories } from "./categories.ts";

/** Words that customers type into the store's search, each with the words that products have instead. */
export const wordSynonyms: Readonly<Record<string, readonly string[]>> = {
  "2xl": ["xxl"],
  xxxl: ["3xl"],
  black: ["char"],
  grey: ["slate"],
  gray: ["slate"],
  green: ["forest"],
  brown: ["oak"],
};

/**
 * A search without the words 'size' and 'color' before another word, as in 'size XL'. Few products and orders contain
 * these words.
 */
export const withoutChoiceLabels = (search: string): string =>
  search.replace(/(?<!\S)(size|colou?r)\s+(?=\S)/gi, "");

/** Words that customers type into the store's search for a category, besides its label. */
export const categorySynonyms: Readonly<Record<(typeof categories)[number]["id"], readonly string[]>> = {
  shirts: ["t-shirt", "tee", "top", "clothing", "apparel"],
  polos: ["polo shirt", "top", "clothing", "apparel"],
  sweatpants: ["pants", "trousers", "joggers", "sweats", "clothing", "apparel"],
  yetiflask: ["bottle", "thermos", "tumbler", "drinkware"],
  ticket: ["event", "show", "live taping", "admission"],
};
