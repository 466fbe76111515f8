import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { BrokenProduct } from "../../../../../shared/admin-products.ts";
import type { Product } from "../../../../../shared/product.ts";
import type { ProductStock } from "../../../../../shared/stock.ts";
import { adminCall, adminBackgroundCall } from "../auth/admin-call.ts";
import { sessionStore } from "../auth/session.ts";
import { queryClient } from "../query-client.ts";
import type { WaitingCounts } from "./waiting-counts.ts";
import { waitingByProduct } from "./waiting-counts.ts";

/** Products are polled, because stock and holds change with every checkout. */
export const POLL_INTERVAL_MS = 20_000;

export type ProductListData = {
  products: readonly Product[];
  /** Products whose stored data has invalid parts. */
  brokenProducts: readonly BrokenProduct[];
  /** By product id: the number of pieces in sizes or colors that the product no longer offers. */
  unofferedPiecesByProduct: ReadonlyMap<string, number>;
  /** By product id: how many people wait for a mail that the product is back. */
  waitingCountsByProduct: Readonly<Record<string, WaitingCounts>>;
};

const LIST_KEY = ["products"];
const stockKey = (productId: string) => ["stock", productId];

/** All products, for admins. */
export const productListQuery = queryOptions({
  queryKey: LIST_KEY,
  queryFn: async ({ signal }): Promise<ProductListData> => {
    const { products, broken, unoffered, waiting } = await adminBackgroundCall(adminApi.listProductsAsAdmin, {
      signal,
    });
    return {
      products,
      brokenProducts: broken,
      unofferedPiecesByProduct: new Map(unoffered.map(({ productId, pieces }) => [productId, pieces])),
      waitingCountsByProduct: waitingByProduct(waiting),
    };
  },
  gcTime: Number.POSITIVE_INFINITY,
  meta: { failureText: "The products could not be loaded" },
});

/** Changes cached data. Restarts a running query, because its answer may be from before the change. */
function writeCache<T>(queryKey: string[], change: (cachedData: T | undefined) => T | undefined): void {
  const isReading = queryClient.isFetching({ queryKey }) > 0;
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<T>(queryKey, change);
  if (isReading) void queryClient.invalidateQueries({ queryKey });
}

const withoutProduct = (list: ProductListData, productId: string): ProductListData => ({
  ...list,
  products: list.products.filter(({ id }) => id !== productId),
  brokenProducts: list.brokenProducts.filter(({ product }) => product.id !== productId),
});

/** Adds or replaces a product in the cached list. */
export const cacheProduct = (product: Product): void =>
  writeCache<ProductListData>(LIST_KEY, (list) => {
    if (!list) return undefined;
    const listWithoutProduct = withoutProduct(list, product.id);
    return { ...listWithoutProduct, products: [...listWithoutProduct.products, product] };
  });

/** Removes a product from the cached list. */
export const removeCachedProduct = (productId: string): void =>
  writeCache<ProductListData>(LIST_KEY, (list) => list && withoutProduct(list, productId));

/** Reads the list again. Resolves to undefined if the call fails; the page then still shows the cached list. */
export async function rereadProducts(): Promise<ProductListData | undefined> {
  await queryClient.cancelQueries({ queryKey: LIST_KEY });
  return sessionStore.unlessSessionEnds(queryClient.fetchQuery(productListQuery).catch(() => undefined));
}

/** Writes to the cached list how many pieces a product no longer offers. */
function writeUnoffered(productId: string, { unoffered }: ProductStock): void {
  const pieces = unoffered.reduce((sum, { available, held }) => sum + available + held, 0);
  queryClient.setQueryData<ProductListData>(LIST_KEY, (list) => {
    if (!list || (list.unofferedPiecesByProduct.get(productId) ?? 0) === pieces) return list;
    return {
      ...list,
      unofferedPiecesByProduct: new Map(list.unofferedPiecesByProduct).set(productId, pieces),
    };
  });
}

/** The numbers of available, held and sold pieces of a product, by variant. */
export const stockQuery = (productId: string) =>
  queryOptions({
    queryKey: stockKey(productId),
    queryFn: async ({ signal }) => {
      const stock = await adminBackgroundCall(adminApi.getStock, { params: { id: productId }, signal });
      writeUnoffered(productId, stock);
      return stock;
    },
    meta: { failureText: "The stock could not be read" },
  });

/** Writes the stock of a product to the cache, if it was cached before, and its unoffered pieces to the list. */
export function cacheStock(productId: string, stock: ProductStock): void {
  writeCache<ProductStock>(stockKey(productId), (cachedStock) => cachedStock && stock);
  writeUnoffered(productId, stock);
}

/** Reads the stock again. Does not use `stockQuery`, because that query is cancelled when the product form closes. */
export const rereadStock = (productId: string): Promise<void> =>
  adminCall(adminApi.getStock, { params: { id: productId } }).then(
    (stock) => cacheStock(productId, stock),
    (error: unknown) => console.error("The stock could not be read", error),
  );
