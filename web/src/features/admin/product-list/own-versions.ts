/**
 * The versions that saves of this page have made, by product and previous version. An edit that began before such a save can still
 * be saved, because it is sent with the version after the save. An edit that began before a save of another admin is a conflict.
 */
const nextVersions = new Map<string, number>();

const keyOf = (productId: string, version: number) => `${productId} ${version}`;

/** Records that a save of this page made `product` from its version `versionBefore`. */
export const recordOwnSave = (product: { id: string; version: number }, versionBefore: number): void =>
  void nextVersions.set(keyOf(product.id, versionBefore), product.version);

/** The latest version that this page's saves made from `version`; `version` itself if there was no such save. */
export function latestOwnVersion(productId: string, version: number): number {
  const nextVersion = nextVersions.get(keyOf(productId, version));
  return nextVersion === undefined ? version : latestOwnVersion(productId, nextVersion);
}
