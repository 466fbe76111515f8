import type { BrokenProduct } from "../../../../../shared/admin-products.ts";

/** What the parts of a product are called on the form. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ["imageUrls", "images"],
  ["imageUrl", "main image"],
  ["createdAt", "date of creation"],
  ["updatedAt", "date of the last change"],
]);

/** Its name, or where even that cannot be read its id. */
export const nameOf = ({ product }: BrokenProduct): string => product.name || product.id;

/** 'Cannot be read: price, images. Edit it and save it once more, or delete it.' */
export const problemWords = ({ problems }: BrokenProduct): string =>
  `Cannot be read: ${problems.map((name) => PARTS.get(name) ?? name).join(", ")}. ` +
  "Edit it and save it once more, or delete it.";
