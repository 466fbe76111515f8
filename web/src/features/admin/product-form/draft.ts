import type { BrokenProduct } from "../../../../../shared/admin-products.ts";
import type { ProductInput } from "../../../../../shared/product-input.ts";
import type { Product } from "../../../../../shared/product.ts";
import { UNCATEGORIZED, variantLabel } from "../../../../../shared/product.ts";

/** A line of a list that is edited: `key` stays with it wherever it moves. */
type Keyed = { key: string };
export type DraftVariant = Keyed & { id?: string; size: string; color: string; stock: string };
export type DraftDetail = Keyed & { text: string };

/** A product while it is typed: numbers are still text. */
export type Draft = {
  name: string;
  description: string;
  price: string;
  stock: string;
  category: string;
  featured: boolean;
  size: string;
  color: string;
  imageUrls: string[];
  details: DraftDetail[];
  variants: DraftVariant[];
};

let lastKey = 0;
const newKey = (): string => `k${(lastKey += 1)}`;
export const newDetail = (text = ""): DraftDetail => ({ key: newKey(), text });
export const newVariant = (): DraftVariant => ({ key: newKey(), size: "", color: "", stock: "" });

export const emptyDraft = (): Draft => ({
  name: "",
  description: "",
  price: "",
  stock: "",
  category: "",
  featured: false,
  size: "",
  color: "",
  imageUrls: [],
  details: [],
  variants: [],
});

/** What the form begins with for a product that is there. */
export const toDraft = (product: Product): Draft => ({
  name: product.name,
  description: product.description,
  price: product.price.toFixed(2),
  stock: String(product.stock),
  category: product.category || UNCATEGORIZED,
  featured: product.featured,
  size: product.size ?? "",
  color: product.color ?? "",
  imageUrls: [...product.imageUrls],
  details: product.details.map(newDetail),
  variants: (product.variants ?? []).map(({ id, size = "", color = "", stock }) => ({
    key: newKey(),
    id,
    size,
    color,
    stock: String(stock),
  })),
});

/** What the form begins with for a copy: another name, variants of its own. */
export function toCopy(product: Product): Draft {
  const draft = toDraft(product);
  const variants = draft.variants.map(({ id: _, ...variant }) => variant);
  return { ...draft, name: `${draft.name} (copy)`, variants };
}

/** What the form begins with for a product part of which cannot be read: what is to be entered anew is empty. */
export function toMend({ product, problems }: BrokenProduct): Draft {
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

/** Decimal text as dollars; undefined when it is no amount. */
export const parsePrice = (text: string): number | undefined =>
  /^\$?\d{1,7}(\.\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace("$", "")) : undefined;

/** A whole number that is not negative; undefined when it is none. */
export const parseStock = (text: string): number | undefined =>
  /^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : undefined;

/** What would be sent: what is not a number is missing, so that its field says so. Empty details are left out. */
export function toInput(draft: Draft): Partial<ProductInput> {
  const { name, description, category, featured, imageUrls, variants } = draft;
  const label = (text: string) => text.trim() || undefined;
  const details = draft.details.map(({ text }) => text.trim()).filter(Boolean);
  const counted = variants.map(({ id, size, color, stock }) => ({
    ...(id === undefined ? {} : { id }),
    size: label(size),
    color: label(color),
    stock: parseStock(stock),
  }));
  const some = counted.length > 0;
  const sum = counted.reduce((total, { stock = 0 }) => total + stock, 0);
  return {
    name,
    description,
    category,
    featured,
    imageUrls,
    details,
    price: parsePrice(draft.price),
    stock: some ? sum : parseStock(draft.stock),
    ...(some ? { variants: counted } : { size: label(draft.size), color: label(draft.color) }),
  } as Partial<ProductInput>;
}

/** Whether two drafts would send the same. */
export const sameDraft = (a: Draft, b: Draft): boolean =>
  JSON.stringify(toInput(a)) === JSON.stringify(toInput(b)) &&
  a.price.trim() === b.price.trim() &&
  a.stock.trim() === b.stock.trim();

/** The stock that the form saw: by variant where there are some. */
export const stockSeen = (product: Product): number | Record<string, number> =>
  product.variants?.length
    ? Object.fromEntries(product.variants.map(({ id, stock }) => [id, stock]))
    : product.stock;
