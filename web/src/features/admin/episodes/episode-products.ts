import { brokenProductName } from "../product-list/broken-product.ts";
import type { ProductListData } from "../product-list/product-queries.ts";

/** A product of the shop. `label`: 'Hat', 'Cap (draft)'. */
export type EpisodeProduct = { id: string; label: string; isInStore: boolean };

/** All products of the shop, also those whose stored data cannot be read. */
export const toEpisodeProducts = ({ products, brokenProducts }: ProductListData): EpisodeProduct[] => [
  ...products.map(({ id, name, state }) => ({
    id,
    label: state === "active" ? name : `${name} (${state})`,
    isInStore: state === "active",
  })),
  ...brokenProducts.map((brokenProduct) => ({
    id: brokenProduct.product.id,
    label: `${brokenProductName(brokenProduct)} (cannot be read)`,
    isInStore: false,
  })),
];
