import type { EventFacts } from "../../../../shared/event-facts.ts";
import type { Product } from "../../../../shared/product.ts";
import { categoryLabel } from "../../../../shared/site/categories.ts";
import { categorySynonyms, withoutChoiceLabels, wordSynonyms } from "../../../../shared/site/search.ts";

const synonymsByWord: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(wordSynonyms));
const synonymsByCategory: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(categorySynonyms));

/** A word without plural ending. Words of up to three letters, such as 'gas', stay. */
const toSingular = (word: string): string =>
  word.length > 3 ? word.replace(/(?<=(s|x|ch|sh))es$|(?<=[^s])s$/, "") : word;

/** Text in lower case, without accents, and without hyphens and apostrophes inside words. */
const simplify = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}|(?<=[\p{L}\p{N}])['’-](?=[\p{L}\p{N}])/gu, "")
    .toLowerCase();

/** The words of a text; 'Air-Gapped' is 'airgapped', 'air' and 'gapped'. */
const wordsOf = (text: string): string[] =>
  [...simplify(text).split(/\s+/), ...simplify(text.replace(/-/g, " ")).split(/[^\p{L}\p{N}]+/u)].map(
    toSingular,
  );

type SearchableText = { text: string; words: ReadonlySet<string> };
/**
 * The texts of a product: its name; its name and category; all its texts together. A match in the first text ranks
 * highest.
 */
type SearchableProduct = { texts: SearchableText[]; sizes: string[] };

/** Undefined texts count as empty. */
const toSearchableText = (texts: readonly (string | undefined)[]): SearchableText => {
  const text = texts.join(" ");
  return { text: simplify(text), words: new Set(wordsOf(text)) };
};

/** The name of the state with this code, such as 'KY'. The names are loaded later than the page. */
export type StateNameOf = (code: string) => string | undefined;

/** The texts of an event: its title, 'Friday, December 11, 2026' in the venue's time zone, the venue, the state's name. */
function eventTexts(
  { title, startsAt, timeZone, venue }: EventFacts,
  stateNameOf: StateNameOf | undefined,
): (string | undefined)[] {
  const texts = [title, ...Object.values(venue), stateNameOf?.(venue.state)];
  try {
    texts.push(new Date(startsAt).toLocaleDateString("en-US", { dateStyle: "full", timeZone }));
  } catch {
    // An older browser may not know the time zone.
  }
  return texts;
}

function toSearchableProduct(
  { name, description, category, details, event, variants = [], ...product }: Product,
  stateNameOf: StateNameOf | undefined,
): SearchableProduct {
  const productAndVariants = [product, ...variants];
  const nameAndCategory = [name, categoryLabel(category), ...(synonymsByCategory.get(category) ?? [])];
  return {
    texts: [
      [name],
      nameAndCategory,
      [
        ...nameAndCategory,
        description,
        ...details,
        ...productAndVariants.flatMap(({ size, color }) => [size, color]),
        ...(event ? eventTexts(event, stateNameOf) : []),
      ],
    ].map(toSearchableText),
    sizes: productAndVariants.map(({ size = "" }) => simplify(size)),
  };
}

/**
 * The meanings of a typed word: the word itself, the parts of a word such as 'long-sleeve', and the word's synonyms. Each
 * meaning is a list of words that a product must contain.
 */
function meaningsOf(typedWord: string): string[][] {
  const word = simplify(typedWord);
  const wordParts = simplify(typedWord.replace(/-/g, " ")).split(/\s+/).filter(Boolean);
  // The 't' of 't-shirt' would match every word that begins with it.
  const arePartsWords = wordParts.every((part) => part.length > 1);
  return [
    [word],
    arePartsWords ? wordParts : [],
    ...(synonymsByWord.get(word) ?? []).map((synonym) => [synonym]),
  ]
    .filter((words) => words.length > 0)
    .map((words) => words.map(toSingular));
}

/** Cached by product, because every change of the search text searches all products again. */
const searchableProducts = new WeakMap<
  Product,
  SearchableProduct & { stateNameOf: StateNameOf | undefined }
>();

function searchableOf(product: Product, stateNameOf: StateNameOf | undefined): SearchableProduct {
  const cachedProduct = searchableProducts.get(product);
  if (cachedProduct && cachedProduct.stateNameOf === stateNameOf) return cachedProduct;
  const newProduct = { ...toSearchableProduct(product, stateNameOf), stateNameOf };
  searchableProducts.set(product, newProduct);
  return newProduct;
}

/**
 * The products that contain, for every word of the search, this word, a synonym, or a word that begins with one of them.
 * Case, accents, hyphens and plural endings make no difference. A size such as 'L', and a single letter before another word,
 * match whole words only. A search word without letters and digits matches anywhere in the text. Products whose name matches
 * come first, then those whose name and category together match. Otherwise the sequence stays.
 */
export function searchProducts(
  products: readonly Product[],
  search: string,
  stateNameOf?: StateNameOf,
): Product[] {
  const meaningsOfWords = withoutChoiceLabels(search).split(/\s+/).filter(Boolean).map(meaningsOf);
  if (meaningsOfWords.length === 0) return [...products];
  const sizes = new Set(products.flatMap((product) => searchableOf(product, stateNameOf).sizes));
  const hasWord = ({ text, words: textWords }: SearchableText, word: string, isLast: boolean) => {
    if (!/[\p{L}\p{N}]/u.test(word)) return text.includes(word);
    if (textWords.has(word)) return true;
    const needsWholeWord = sizes.has(word) || (word.length === 1 && !isLast);
    return !needsWholeWord && [...textWords].some((candidate) => candidate.startsWith(word));
  };
  const isMatch = (text: SearchableText) =>
    meaningsOfWords.every((meanings, i) =>
      meanings.some((meaning) =>
        meaning.every((word) => hasWord(text, word, i === meaningsOfWords.length - 1)),
      ),
    );
  const productsByRank: Product[][] = [[], [], []];
  // A product without a match has the index -1, and so is in no list.
  for (const product of products)
    productsByRank[searchableOf(product, stateNameOf).texts.findIndex(isMatch)]?.push(product);
  return productsByRank.flat();
}
