import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { BrokenProduct } from "../../../../../shared/admin-products.ts";
import type { Product } from "../../../../../shared/product.ts";
import type { ProductStock } from "../../../../../shared/stock.ts";
import { adminCall, adminPoll } from "../auth/admin-call.ts";
import { queryClient } from "../query-client.ts";

/** Polling interval (ms): stock and holds change with every checkout. */
export const REFRESH = 20_000;

export type ProductList = {
  products: readonly Product[];
  /** Products whose stored data cannot be read. */
  broken: readonly BrokenProduct[];
  /** How many pieces of a product are in sizes or colors that it no longer offers, by product id. */
  unoffered: ReadonlyMap<string, number>;
};

const LIST_KEY = ["products"];
const stockKey = (productId: string) => ["stock", productId];

/** Every product as the server has it. */
export const productListQuery = queryOptions({
  queryKey: LIST_KEY,
  queryFn: async ({ signal }): Promise<ProductList> => {
    const { products, broken, unoffered } = await adminPoll(adminApi.listProductsAsAdmin, { signal });
    return {
      products,
      broken,
      unoffered: new Map(unoffered.map(({ productId, pieces }) => [productId, pieces])),
    };
  },
  gcTime: Number.POSITIVE_INFINITY,
  meta: { failure: "The products could not be loaded" },
});

/** Writes what a call has returned. A read that is under way may return older data, so it is cancelled and made again. */
function write<T>(queryKey: string[], change: (cached: T | undefined) => T | undefined): void {
  const isReading = queryClient.isFetching({ queryKey }) > 0;
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<T>(queryKey, change);
  if (isReading) void queryClient.invalidateQueries({ queryKey });
}

const withoutProduct = (list: ProductList, productId: string): ProductList => ({
  ...list,
  products: list.products.filter(({ id }) => id !== productId),
  broken: list.broken.filter(({ product }) => product.id !== productId),
});

/** Writes a product that a call has returned to the list. */
export const writeProduct = (product: Product): void =>
  write<ProductList>(LIST_KEY, (list) => {
    if (!list) return undefined;
    const others = withoutProduct(list, product.id);
    return { ...others, products: [...others.products, product] };
  });

/** Removes a product from the list. */
export const removeProduct = (productId: string): void =>
  write<ProductList>(LIST_KEY, (list) => list && withoutProduct(list, productId));

/** Reads the list again. Without an answer, the list as it was read last. */
export async function rereadProducts(): Promise<ProductList | undefined> {
  await queryClient.cancelQueries({ queryKey: LIST_KEY });
  return queryClient
    .fetchQuery(productListQuery)
    .catch(() => queryClient.getQueryData<ProductList>(LIST_KEY));
}

/** Writes the number of unoffered pieces to the list of products. */
function writeUnoffered(productId: string, { unoffered }: ProductStock): void {
  const pieces = unoffered.reduce((sum, { available, held }) => sum + available + held, 0);
  queryClient.setQueryData<ProductList>(LIST_KEY, (list) =>
    !list || (list.unoffered.get(productId) ?? 0) === pieces
      ? list
      : { ...list, unoffered: new Map(list.unoffered).set(productId, pieces) },
  );
}

/** How many pieces of a product are available, held and sold, by variant. */
export const stockQuery = (productId: string) =>
  queryOptions({
    queryKey: stockKey(productId),
    queryFn: async ({ signal }) => {
      const stock = await adminPoll(adminApi.getStock, { params: { id: productId }, signal });
      writeUnoffered(productId, stock);
      return stock;
    },
    meta: { failure: "The stock could not be read" },
  });

/** Writes the stock of a product that a call has returned. */
export function writeStock(productId: string, stock: ProductStock): void {
  write<ProductStock>(stockKey(productId), (cached) => cached && stock);
  writeUnoffered(productId, stock);
}

/** Reads the stock of a product again. Not by its query, which is cancelled with the form: the list needs the answer. */
export const rereadStock = (productId: string): Promise<void> =>
  adminCall(adminApi.getStock, { params: { id: productId } }).then(
    (stock) => writeStock(productId, stock),
    (error: unknown) => console.error("The stock could not be read", error),
  );
