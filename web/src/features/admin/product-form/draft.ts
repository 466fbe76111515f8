import type { BrokenProduct } from "../../../../../shared/admin-products.ts";
import type { ProductInput } from "../../../../../shared/product-input.ts";
import type { Product, ProductState } from "../../../../../shared/product.ts";
import { TICKET, UNCATEGORIZED, variantLabel } from "../../../../../shared/product.ts";
import type { EventDraft } from "./event-draft.ts";
import { createEmptyEvent, isEmptyEvent, toEventDraft, toEventInput } from "./event-draft.ts";

/** An item of a list that the user edits. The item keeps its `key` when it moves. */
type KeyedItem = { key: string };
export type DraftVariant = KeyedItem & { id?: string; size: string; color: string; stock: string };
type DraftDetail = KeyedItem & { text: string };

/** The values of the product form. Numbers are stored as the text that the user typed. Unrelated to the product state 'draft'. */
export type ProductDraft = {
  state: ProductState;
  name: string;
  description: string;
  price: string;
  stock: string;
  /** Empty for the default, `LOW_STOCK`. */
  lowStockBelow: string;
  category: string;
  featured: boolean;
  size: string;
  color: string;
  grams: string;
  imageUrls: string[];
  /** The colors that images show, by the images' URLs. May contain colors that no variant has any more. */
  imageColors: Record<string, string>;
  details: DraftDetail[];
  variants: DraftVariant[];
  /** Sent only for a ticket. Kept in the draft while another category is chosen. */
  event: EventDraft;
};

let lastKey = 0;
const createKey = (): string => `k${(lastKey += 1)}`;
export const createDetail = (text = ""): DraftDetail => ({ key: createKey(), text });
export const createVariant = (): DraftVariant => ({ key: createKey(), size: "", color: "", stock: "" });

export const createEmptyDraft = (): ProductDraft => ({
  state: "active",
  name: "",
  description: "",
  price: "",
  stock: "",
  lowStockBelow: "",
  category: "",
  featured: false,
  size: "",
  color: "",
  grams: "",
  imageUrls: [],
  imageColors: {},
  details: [],
  variants: [],
  event: createEmptyEvent(),
});

export const toDraft = (product: Product): ProductDraft => ({
  state: product.state,
  name: product.name,
  description: product.description,
  price: product.price.toFixed(2),
  stock: String(product.stock),
  lowStockBelow: String(product.lowStockBelow ?? ""),
  category: product.category || UNCATEGORIZED,
  featured: product.featured,
  size: product.size ?? "",
  color: product.color ?? "",
  grams: product.grams === undefined ? "" : String(product.grams),
  imageUrls: [...product.imageUrls],
  imageColors: { ...product.imageColors },
  details: product.details.map(createDetail),
  variants: (product.variants ?? []).map(({ id, size = "", color = "", stock }) => ({
    key: createKey(),
    id,
    size,
    color,
    stock: String(stock),
  })),
  event: toEventDraft(product.event),
});

/** The draft of a copy of a product. The copy has another name, its variants have no ids, and it is not archived. */
export function toCopyDraft(product: Product): ProductDraft {
  const draft = toDraft(product);
  const variants = draft.variants.map(({ id: _, ...variant }) => variant);
  const state = draft.state === "archived" ? "active" : draft.state;
  return { ...draft, state, name: `${draft.name} (copy)`, variants };
}

/**
 * The draft of a product with unreadable stored data. A price, category or stock that is unreadable is left empty, so that the admin
 * enters it again. Other unreadable fields have default values.
 */
export function toRepairDraft({ product, problems }: BrokenProduct): ProductDraft {
  const draft = toDraft(product);
  return {
    ...draft,
    ...(problems.includes("price") ? { price: "" } : {}),
    ...(problems.includes("category") ? { category: "" } : {}),
    ...(problems.includes("stock") ? { stock: "" } : {}),
    variants: draft.variants.map((variant) =>
      problems.includes(`stock of ${variantLabel(variant) || variant.id}`)
        ? { ...variant, stock: "" }
        : variant,
    ),
  };
}

export const colorsOf = ({ variants }: { variants: readonly DraftVariant[] }): string[] => [
  ...new Set(variants.map(({ color }) => color.trim()).filter(Boolean)),
];

export const sizesOf = ({ variants }: { variants: readonly DraftVariant[] }): string[] => [
  ...new Set(variants.map(({ size }) => size.trim()).filter(Boolean)),
];

/** The colors of the draft's images, without images and colors that were removed. */
function offeredImageColors({ imageUrls, imageColors, variants }: ProductDraft): Record<string, string> {
  const colors = colorsOf({ variants });
  return Object.fromEntries(
    imageUrls.flatMap((url) => {
      const color = imageColors[url];
      return color !== undefined && colors.includes(color) ? [[url, color] as const] : [];
    }),
  );
}

/** The price in dollars that the user typed; undefined if the text is not a price. */
export const parsePrice = (text: string): number | undefined =>
  /^\$?\d{1,15}(\.\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace("$", "")) : undefined;

/** The whole number of at least 0 that the user typed; undefined if the text is not one. */
export const parseWholeNumber = (text: string): number | undefined =>
  /^\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : undefined;

/**
 * The body of the request for a draft. Empty details are left out. A number that cannot be parsed is
 * undefined; `checkDraft` reports its field.
 */
export function toInput(draft: ProductDraft): Partial<ProductInput> {
  const { state, name, description, category, featured, imageUrls, variants } = draft;
  const trimmedOrUndefined = (text: string) => text.trim() || undefined;
  const details = draft.details.map(({ text }) => text.trim()).filter(Boolean);
  const variantInputs = variants.map(({ id, size, color, stock }) => ({
    ...(id === undefined ? {} : { id }),
    size: trimmedOrUndefined(size),
    color: trimmedOrUndefined(color),
    stock: parseWholeNumber(stock),
  }));
  const imageColors = offeredImageColors(draft);
  const hasVariants = variantInputs.length > 0;
  const variantStock = variantInputs.reduce((total, { stock = 0 }) => total + stock, 0);
  return {
    state,
    name,
    description,
    category,
    featured,
    imageUrls,
    ...(Object.keys(imageColors).length > 0 ? { imageColors } : {}),
    details,
    price: parsePrice(draft.price),
    ...(draft.grams.trim() === "" || category === TICKET ? {} : { grams: parseWholeNumber(draft.grams) }),
    stock: hasVariants ? variantStock : parseWholeNumber(draft.stock),
    ...(draft.lowStockBelow.trim() ? { lowStockBelow: parseWholeNumber(draft.lowStockBelow) } : {}),
    ...(hasVariants
      ? { variants: variantInputs }
      : { size: trimmedOrUndefined(draft.size), color: trimmedOrUndefined(draft.color) }),
    ...(category === TICKET && !isEmptyEvent(draft.event) ? { event: toEventInput(draft.event) } : {}),
  } as Partial<ProductInput>;
}

/** Whether two drafts lead to the same request. Their numbers are compared as texts too, because the request omits wrong numbers. */
export const isSameDraft = (a: ProductDraft, b: ProductDraft): boolean =>
  JSON.stringify([toInput(a), numberTexts(a)]) === JSON.stringify([toInput(b), numberTexts(b)]);

const numberTexts = ({ price, lowStockBelow, stock, grams, variants }: ProductDraft): string[] =>
  [price, lowStockBelow, stock, grams, ...variants.map((variant) => variant.stock)].map((text) =>
    text.trim(),
  );

/** The stock of a product: a number, or the number of each variant by its id. */
export const stockOrVariantStocks = (product: Product): number | Record<string, number> =>
  product.variants?.length
    ? Object.fromEntries(product.variants.map(({ id, stock }) => [id, stock]))
    : product.stock;

/** A copy of `list` with the item at `from` moved to `to`; unchanged if an index is outside the list. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, item);
}
