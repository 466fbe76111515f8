import { formatMoney } from "../../../../../shared/money.ts";
import { LOW_STOCK, variantLabel } from "../../../../../shared/product.ts";
import type { Product, Variant } from "../../../../../shared/product.ts";
import { categoryLabel } from "../../../../../shared/site/categories.ts";
import { STATE_LABEL } from "../product-list/product-state.ts";
import type { ProductDraft, DraftVariant } from "./draft.ts";
import { parsePrice, parseWholeNumber, toDraft } from "./draft.ts";
import { isEmptyEvent } from "./event-draft.ts";
import type { SaveRequest } from "./save-product.ts";

/** The fields for which an admin chooses a value when another admin has changed the same product. */
const FIELDS = [
  "state",
  "name",
  "description",
  "price",
  "category",
  "featured",
  "lowStockBelow",
  "size",
  "color",
  "grams",
  "details",
  "imageUrls",
  "imageColors",
  "variants",
  "event",
] as const satisfies readonly (keyof ProductDraft)[];
export type DraftField = (typeof FIELDS)[number];

export const FIELD_LABELS = {
  state: "State",
  name: "Name",
  description: "Description",
  price: "Price",
  category: "Category",
  featured: "Featured",
  lowStockBelow: "Low-stock warning",
  size: "Size",
  color: "Color",
  grams: "Weight in grams",
  details: "Details",
  imageUrls: "Images",
  imageColors: "Colors of images",
  variants: "Variants",
  event: "Event",
} as const satisfies Record<DraftField, string>;

/** The fields of an event's draft as one text. */
function eventText(event: ProductDraft["event"]): string {
  if (isEmptyEvent(event)) return "";
  const { venue, storedTimes: _, ...texts } = event;
  return [...Object.values(texts), ...Object.values(venue)].filter(Boolean).join(", ");
}

/** The value of a draft's field as text. */
function fieldText(draft: ProductDraft, field: DraftField): string {
  switch (field) {
    case "state":
      return STATE_LABEL[draft.state];
    case "price":
      return formatMoney(parsePrice(draft.price) ?? 0);
    case "category":
      return categoryLabel(draft.category);
    case "featured":
      return draft.featured ? "Yes" : "No";
    case "lowStockBelow":
      return `Below ${draft.lowStockBelow.trim() || LOW_STOCK}`;
    case "details":
      return draft.details.map(({ text }) => text).join("; ") || "None";
    case "imageUrls":
      return draft.imageUrls.map((url) => url.split("/").at(-1)).join(", ") || "None";
    case "imageColors":
      return draft.imageUrls.map((url) => draft.imageColors[url] ?? "-").join(", ") || "None";
    case "variants":
      return draft.variants.map(variantLabel).join("; ") || "None";
    case "event":
      return eventText(draft.event) || "None";
    default:
      return draft[field] || "None";
  }
}

/** A field that the other admin has changed, with its text in their product and in the form. */
type TheirChange = { field: DraftField; theirText: string; myText: string; isChangedByMe: boolean };

/**
 * What another admin has changed. `base`: the product when the form was opened. `theirs`: the product that the other admin has
 * saved. `mine`: the values in the form.
 */
export function findTheirChanges(base: Product, theirs: Product, mine: ProductDraft): TheirChange[] {
  const baseDraft = toDraft(base);
  const theirDraft = toDraft(theirs);
  return FIELDS.filter((field) => fieldText(baseDraft, field) !== fieldText(theirDraft, field)).map(
    (field) => ({
      field,
      theirText: fieldText(theirDraft, field),
      myText: fieldText(mine, field),
      isChangedByMe: fieldText(baseDraft, field) !== fieldText(mine, field),
    }),
  );
}

/** Adds to the typed stock the change of the stored stock, so that saving the form does not undo sales. */
const shiftStock = (typedStock: string, storedBefore: number, storedNow: number): string => {
  const typedCount = parseWholeNumber(typedStock);
  return typedCount === undefined ? typedStock : String(Math.max(0, storedNow + typedCount - storedBefore));
};

const variantStock = (product: Product, id: string | undefined): number | undefined =>
  product.variants?.find((variant) => variant.id === id)?.stock;

/**
 * Merges the draft in the form (`mine`) with the product that another admin has saved (`theirs`). `base`: the product when the
 * form was opened. The values of `theirFields` are taken from `theirs`, all other values from `mine`. A stock from `mine`
 * changes by as much as the stored stock has changed.
 */
export function rebase(
  base: Product,
  theirs: Product,
  mine: ProductDraft,
  theirFields: ReadonlySet<DraftField>,
): ProductDraft {
  const theirDraft = toDraft(theirs);
  const theirValues = Object.fromEntries(
    [...theirFields].map((field) => [field, theirDraft[field]]),
  ) as Partial<ProductDraft>;
  const mergedDraft: ProductDraft = { ...mine, ...theirValues };
  const shiftVariant = (variant: DraftVariant): DraftVariant => {
    const storedBefore = variantStock(base, variant.id);
    const storedNow = variantStock(theirs, variant.id);
    if (storedBefore === undefined || storedNow === undefined) return variant;
    return { ...variant, stock: shiftStock(variant.stock, storedBefore, storedNow) };
  };
  return {
    ...mergedDraft,
    stock: shiftStock(mine.stock, base.stock, theirs.stock),
    variants: theirFields.has("variants") ? mergedDraft.variants : mergedDraft.variants.map(shiftVariant),
  };
}

/** A request to save a product, whose answer was lost. `base`: the product before this save. */
export type LostSave = Pick<SaveRequest, "draft" | "input"> & { base: Product };

/** The product as a lost save has stored it. `stored` is the product now, which others may have changed since. */
function productAfterSave({ input, base }: LostSave, stored: Product): Product {
  const { id, imageUrl, createdAt, updatedAt } = stored;
  const { variants, state = stored.state, ...fields } = input;
  const idOf = ({ size, color }: Pick<Variant, "size" | "color">) =>
    stored.variants?.find((variant) => variant.size === size && variant.color === color)?.id;
  return {
    ...fields,
    ...{ id, state, imageUrl, createdAt, updatedAt, version: base.version + 1 },
    ...(variants && {
      variants: variants.map((variant) => ({ ...variant, id: variant.id ?? idOf(variant) ?? "" })),
    }),
  };
}

/**
 * How the form continues after a save whose answer was lost, although the shop has made the save. `stored`: the product now.
 * `draft`: the form's draft. Returns the product that the form changes from now on (`base`), and the draft for it, whose stock
 * changes by as much as the stored stock has changed since the lost save. `theirs` is set if others have changed fields since: the
 * user then has to choose.
 */
export function continueAfterLostSave(lostSave: LostSave, stored: Product, draft: ProductDraft) {
  const saved = productAfterSave(lostSave, stored);
  const withId = (variant: DraftVariant): DraftVariant => {
    const index = lostSave.draft.variants.findIndex(({ key }) => key === variant.key);
    const id = variant.id ?? saved.variants?.[index]?.id;
    return id ? { ...variant, id } : variant;
  };
  const draftWithIds = { ...draft, variants: draft.variants.map(withId) };
  // A changed state is no conflict, because admins usually set it in the list of products, without a form. Their state stays,
  // unless this form changes the state.
  if (findTheirChanges(saved, stored, draftWithIds).some(({ field }) => field !== "state"))
    return { base: saved, draft: draftWithIds, theirs: stored };
  const state = draft.state === saved.state ? stored.state : draft.state;
  return { base: stored, draft: rebase(saved, stored, { ...draftWithIds, state }, new Set()) };
}
