import type { Product } from "../../../../shared/product.ts";
import { categoryLabel } from "../../../../shared/site/categories.ts";
import { categorySynonyms } from "../../../../shared/site/search.ts";

const synonyms: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(categorySynonyms));

/** A word without plural ending. */
const singular = (word: string): string =>
  word.length > 3 ? word.replace(/(?<=(s|x|ch|sh))es$|(?<=[^s])s$/, "") : word;

/** Text in lower case, without accents, and without hyphens and apostrophes inside words. */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}|(?<=[\p{L}\p{N}])['’-](?=[\p{L}\p{N}])/gu, "")
    .toLowerCase();

/** The words of a text; 'Air-Gapped' is 'airgapped', 'air' and 'gapped'. */
const wordsOf = (text: string): string[] =>
  [...plain(text).split(/\s+/), ...plain(text.replace(/-/g, " ")).split(/[^\p{L}\p{N}]+/u)].map(singular);

type SearchableProduct = { text: string; words: ReadonlySet<string>; sizes: ReadonlySet<string> };

function searchable({
  name,
  description,
  category,
  details,
  variants = [],
  ...product
}: Product): SearchableProduct {
  const labels = [product, ...variants].flatMap(({ size, color }) => [size ?? "", color ?? ""]);
  const text = [
    name,
    description,
    categoryLabel(category),
    ...(synonyms.get(category) ?? []),
    ...details,
    ...labels,
  ].join(" ");
  const sizes = [product, ...variants].flatMap(({ size }) => (size ? [plain(size)] : []));
  return { text: plain(text), words: new Set(wordsOf(text)), sizes: new Set(sizes) };
}

/** Cached by product, because every change of the search text searches all products again. */
const cache = new WeakMap<Product, SearchableProduct>();

function cached(product: Product): SearchableProduct {
  const known = cache.get(product) ?? searchable(product);
  cache.set(product, known);
  return known;
}

/**
 * The products that contain every word of the search, or a word that begins with it. Case, accents, hyphens and
 * plural endings make no difference. A size such as 'L', and a single letter before another word, match whole
 * words only. A search word without letters and digits matches anywhere in the text.
 */
export function searchProducts(products: readonly Product[], search: string): Product[] {
  const words = plain(search).split(/\s+/).filter(Boolean).map(singular);
  if (words.length === 0) return [...products];
  const sizes = new Set(products.flatMap((product) => [...cached(product).sizes]));
  return products.filter((product) => {
    const { text, words: productWords } = cached(product);
    return words.every((word, i) => {
      if (!/[\p{L}\p{N}]/u.test(word)) return text.includes(word);
      if (productWords.has(word)) return true;
      const needsWholeWord = sizes.has(word) || (word.length === 1 && i < words.length - 1);
      return !needsWholeWord && [...productWords].some((candidate) => candidate.startsWith(word));
    });
  });
}
