import type { BrokenProduct } from "../../../../../shared/admin-products.ts";
import type { ProductInput } from "../../../../../shared/product-input.ts";
import type { Product } from "../../../../../shared/product.ts";
import { UNCATEGORIZED, variantLabel } from "../../../../../shared/product.ts";

/** A line of an edited list. `key` stays the same when the line moves. */
type Keyed = { key: string };
export type DraftVariant = Keyed & { id?: string; size: string; color: string; stock: string };
type DraftDetail = Keyed & { text: string };

/** The values of the form. Numbers are the text that was typed. */
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

/** The draft of an existing product. */
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

/** The draft of a copy: with another name, and with new variants. */
export function toCopy(product: Product): Draft {
  const draft = toDraft(product);
  const variants = draft.variants.map(({ id: _, ...variant }) => variant);
  return { ...draft, name: `${draft.name} (copy)`, variants };
}

/** The draft of a product whose stored data cannot be read in part: the fields concerned are empty. */
export function toRepair({ product, problems }: BrokenProduct): Draft {
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

/** A typed price in dollars; undefined when it is not a price. */
export const parsePrice = (text: string): number | undefined =>
  /^\$?\d{1,7}(\.\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace("$", "")) : undefined;

/** A typed stock, a whole number of at least 0; undefined otherwise. */
export const parseStock = (text: string): number | undefined =>
  /^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : undefined;

/** The request for a draft. Numbers that cannot be parsed are missing, so the schema reports them; empty details are left out. */
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
  const hasVariants = counted.length > 0;
  const sum = counted.reduce((total, { stock = 0 }) => total + stock, 0);
  return {
    name,
    description,
    category,
    featured,
    imageUrls,
    details,
    price: parsePrice(draft.price),
    stock: hasVariants ? sum : parseStock(draft.stock),
    ...(hasVariants ? { variants: counted } : { size: label(draft.size), color: label(draft.color) }),
  } as Partial<ProductInput>;
}

/** Whether two drafts make the same request. */
export const sameDraft = (a: Draft, b: Draft): boolean =>
  JSON.stringify(toInput(a)) === JSON.stringify(toInput(b)) &&
  a.price.trim() === b.price.trim() &&
  a.stock.trim() === b.stock.trim();

/** The stock when the form was opened, by variant where there are variants. */
export const stockSeen = (product: Product): number | Record<string, number> =>
  product.variants?.length
    ? Object.fromEntries(product.variants.map(({ id, stock }) => [id, stock]))
    : product.stock;

/** A list with the item at `from` moved to `to`; unchanged when either is outside the list. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, item);
}
