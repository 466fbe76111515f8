/**
 * The versions that saves of this page made, by product and the version before. An edit that began before
 * another save of the same page is no conflict; an edit that began before a save of another admin is.
 */
const nextVersions = new Map<string, number>();

const keyOf = (productId: string, version: number) => `${productId} ${version}`;

/** Records that a save of this page made `product` from its version `before`. */
export const recordOwnSave = (product: { id: string; version: number }, before: number): void =>
  void nextVersions.set(keyOf(product.id, before), product.version);

/** The version that this page made from `version`, by any number of saves; else `version`. */
export function latestOwnVersion(productId: string, version: number): number {
  const next = nextVersions.get(keyOf(productId, version));
  return next === undefined ? version : latestOwnVersion(productId, next);
}
