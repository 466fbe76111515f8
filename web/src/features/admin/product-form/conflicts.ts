import { formatMoney } from "../../../../../shared/money.ts";
import { variantLabel } from "../../../../../shared/product.ts";
import type { Product } from "../../../../../shared/product.ts";
import { categoryLabel } from "../../../../../shared/site/categories.ts";
import type { Draft } from "./draft.ts";
import { parsePrice, parseStock, toDraft } from "./draft.ts";

/** The parts of a product between which the user chooses when two admins have changed it. */
const PARTS = [
  "name",
  "description",
  "price",
  "category",
  "featured",
  "size",
  "color",
  "details",
  "imageUrls",
  "variants",
] as const satisfies readonly (keyof Draft)[];
export type Part = (typeof PARTS)[number];

export const PART_LABELS = {
  name: "Name",
  description: "Description",
  price: "Price",
  category: "Category",
  featured: "Featured",
  size: "Size",
  color: "Color",
  details: "Details",
  imageUrls: "Images",
  variants: "Variants",
} as const satisfies Record<Part, string>;

/** A part of a draft as text. */
function partText(draft: Draft, part: Part): string {
  switch (part) {
    case "price":
      return formatMoney(parsePrice(draft.price) ?? 0);
    case "category":
      return categoryLabel(draft.category);
    case "featured":
      return draft.featured ? "Yes" : "No";
    case "details":
      return draft.details.map(({ text }) => text).join("; ") || "None";
    case "imageUrls":
      return draft.imageUrls.map((url) => url.split("/").at(-1)).join(", ") || "None";
    case "variants":
      return draft.variants.map(variantLabel).join("; ") || "None";
    default:
      return draft[part] || "None";
  }
}

type Conflict = { part: Part; theirs: string; mine: string; changedByMe: boolean };

/** What somebody else (`theirs`) has changed since the form was opened (`base`), beside the values of the form (`mine`). */
export function conflicts(base: Product, theirs: Product, mine: Draft): Conflict[] {
  const before = toDraft(base);
  const after = toDraft(theirs);
  return PARTS.filter((part) => partText(before, part) !== partText(after, part)).map((part) => ({
    part,
    theirs: partText(after, part),
    mine: partText(mine, part),
    changedByMe: partText(before, part) !== partText(mine, part),
  }));
}

/** A typed stock, changed by as much as the stored stock has changed: sales are not undone. */
const shiftStock = (typed: string, from: number, to: number): string => {
  const count = parseStock(typed);
  return count === undefined ? typed : String(Math.max(0, to + count - from));
};

/** The draft applied to the product as it is now (`theirs`). The `chosen` parts are taken from there. */
export function rebase(base: Product, theirs: Product, mine: Draft, chosen: ReadonlySet<Part>): Draft {
  const after = toDraft(theirs);
  const taken = Object.fromEntries([...chosen].map((part) => [part, after[part]])) as Partial<Draft>;
  const next: Draft = { ...mine, ...taken };
  const stockOf = (product: Product, id: string | undefined) =>
    product.variants?.find((variant) => variant.id === id)?.stock;
  return {
    ...next,
    stock: shiftStock(mine.stock, base.stock, theirs.stock),
    variants: chosen.has("variants")
      ? next.variants
      : next.variants.map((variant) => {
          const [from, to] = [stockOf(base, variant.id), stockOf(theirs, variant.id)];
          return from === undefined || to === undefined
            ? variant
            : { ...variant, stock: shiftStock(variant.stock, from, to) };
        }),
  };
}
