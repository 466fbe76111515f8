/**
 * The versions that saves of this page made, by product and previous version. If an edit began before another save of the
 * same page, there is no conflict. If an edit began before a save of another admin, there is a conflict.
 */
const nextVersions = new Map<string, number>();

const keyOf = (productId: string, version: number) => `${productId} ${version}`;

/** Records that a save of this page made `product` from its version `before`. */
export const recordOwnSave = (product: { id: string; version: number }, before: number): void =>
  void nextVersions.set(keyOf(product.id, before), product.version);

/** The latest version that saves of this page made from `version`; `version` itself without such saves. */
export function latestOwnVersion(productId: string, version: number): number {
  const next = nextVersions.get(keyOf(productId, version));
  return next === undefined ? version : latestOwnVersion(productId, next);
}
