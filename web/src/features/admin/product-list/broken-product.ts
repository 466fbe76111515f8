import type { BrokenProduct } from "../../../../../shared/admin-products.ts";

/** Labels for the fields whose names an admin would not understand. */
const FIELD_LABELS: ReadonlyMap<string, string> = new Map([
  ["imageUrls", "images"],
  ["imageUrl", "main image"],
  ["createdAt", "date of creation"],
  ["updatedAt", "date of the last change"],
]);

/** The product's name, or its id when the name cannot be read. */
export const brokenProductName = ({ product }: BrokenProduct): string => product.name || product.id;

/** 'Cannot be read: price, images. Edit it and save it once more, or delete it.' */
export const problemText = ({ problems }: BrokenProduct): string =>
  `Cannot be read: ${problems.map((name) => FIELD_LABELS.get(name) ?? name).join(", ")}. ` +
  "Edit it and save it once more, or delete it.";
