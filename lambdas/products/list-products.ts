import { haveSalesEnded, isEventOver } from "../../shared/event-facts.ts";
import type { Product } from "../../shared/product.ts";
import { log } from "../lib/log.ts";
import { parseValid } from "../lib/parse-item.ts";
import { readItems } from "../lib/read-items.ts";
import { getBestSellers } from "./best-sellers-table.ts";
import { listActiveProducts } from "./catalog-table.ts";
import type { ListedProduct } from "./listed-table.ts";
import { readFeaturedIds, readListedProducts, readListedByIds, readListedProduct } from "./listed-table.ts";
import { getProduct, productKey, ProductRow, stockByKey, toProduct } from "./product-table.ts";

/**
 * `next` is the id of the page's last product, if more products follow. `total`, on the first page of the whole catalog, is
 * the number of all products; an event may be counted for a minute after its end. `bestSellers`, on the first page of the
 * featured products, are the three best sellers that are for sale; absent if there are fewer.
 */
export type ProductList = { products: Product[]; next?: string; total?: number; bestSellers?: Product[] };

type PageRequest = {
  featured?: boolean;
  after?: string | undefined;
  limit?: number | undefined;
  nowMs?: number;
};

/**
 * The products in the store at `nowMs`, or one page of them. The details of each version of a product are kept in memory.
 */
export async function listProducts({
  featured = false,
  after,
  limit,
  nowMs = Date.now(),
}: PageRequest = {}): Promise<ProductList> {
  if (featured)
    return (
      (await listFeatured({ after, limit, nowMs })) ?? listFromCatalog({ featured, after, limit, nowMs })
    );
  const { listed: listedProducts, total } = await readListedProducts({
    ...(after ? { after } : {}),
    ...(limit ? { limit: limit + 1 } : {}),
    nowMs,
  });
  // The first page has no total while the list is written for the first time.
  if (total === undefined && !after) return listFromCatalog({ limit, nowMs });
  return { ...(await toPage(listedProducts, limit)), ...(total === undefined ? {} : { total }) };
}

const BEST_SELLER_COUNT = 3;
/** How many ranked products are read at first. Each read costs a unit, and the first three are usually for sale. */
const FIRST_RANKED_COUNT = 6;

function logFailedRanking(error: unknown): undefined {
  log.error("The best sellers could not be read", { error: error instanceof Error ? error : String(error) });
}

/** The featured products; undefined while the list of listed-table.ts is written for the first time. */
async function listFeatured({
  after = "",
  limit,
  nowMs = Date.now(),
}: PageRequest): Promise<ProductList | undefined> {
  const [featuredIds, ranking] = await Promise.all([
    readFeaturedIds(),
    after ? undefined : getBestSellers().catch(logFailedRanking),
  ]);
  const rankedIds = ranking?.ids ?? [];
  const firstIds = new Set([...featuredIds, ...rankedIds.slice(0, FIRST_RANKED_COUNT)]);
  const listedById = await readListedByIds(firstIds, nowMs);
  if (!listedById) return undefined;
  const featuredProducts = [...listedById.values()].filter(
    (product) => product.featured && product.id > after,
  );
  featuredProducts.sort((a, b) => (a.id < b.id ? -1 : 1));
  // `readBestSellers` waits for `toPage`: both call `withDetails`, which may clear the cache that another call still uses.
  const page = await toPage(featuredProducts, limit);
  return { ...page, ...(await readBestSellers(rankedIds, listedById, nowMs).catch(logFailedRanking)) };
}

/** The three best sellers that are for sale, if there are three. `listedById` has the first FIRST_RANKED_COUNT products. */
async function readBestSellers(
  rankedIds: readonly string[],
  listedById: ReadonlyMap<string, ListedProduct>,
  nowMs: number,
): Promise<Pick<ProductList, "bestSellers">> {
  const firstProducts = await readProductsForSale(rankedIds.slice(0, FIRST_RANKED_COUNT), listedById, nowMs);
  const lowerIds = firstProducts.length < BEST_SELLER_COUNT ? rankedIds.slice(FIRST_RANKED_COUNT) : [];
  const lowerProducts =
    lowerIds.length > 0
      ? await readProductsForSale(lowerIds, await readListedByIds(new Set(lowerIds), nowMs), nowMs)
      : [];
  const bestSellers = [...firstProducts, ...lowerProducts].slice(0, BEST_SELLER_COUNT);
  return bestSellers.length === BEST_SELLER_COUNT ? { bestSellers } : {};
}

/** The products with these ids that can be bought, in the sequence of `ids`. */
async function readProductsForSale(
  ids: readonly string[],
  listedById: ReadonlyMap<string, ListedProduct> | undefined,
  nowMs: number,
): Promise<Product[]> {
  const products = await withDetails(ids.flatMap((id) => listedById?.get(id) ?? []));
  return products.filter((product) => product.stock > 0 && !haveSalesEnded(product, nowMs));
}

async function toPage(
  listedProducts: readonly ListedProduct[],
  limit: number | undefined,
): Promise<ProductList> {
  const page = listedProducts.slice(0, limit);
  const lastProduct = page.at(-1);
  const products = await withDetails(page);
  return {
    products,
    ...(lastProduct && listedProducts.length > page.length ? { next: lastProduct.id } : {}),
  };
}

/**
 * One active product, and whether its event is over at `nowMs`, so that it is not in the store. Undefined for other products,
 * and for an invalid product, which lists leave out too.
 */
export async function readProductForStore(
  id: string,
  nowMs: number = Date.now(),
): Promise<{ product: Product; isOver: boolean } | undefined> {
  const listedProduct = await readListedProduct(id);
  // A product that is not in the list may be new, or may not exist. The product's own item shows which.
  const product = listedProduct ? (await withDetails([listedProduct]))[0] : await getProduct(id);
  return product && { product, isOver: isEventOver(product, nowMs) };
}

/** Lists the catalog from the products themselves, while the list of listed-table.ts is written for the first time. */
async function listFromCatalog({
  featured = false,
  after = "",
  limit = Infinity,
  nowMs = Date.now(),
}: PageRequest): Promise<ProductList> {
  const products = (await listActiveProducts()).filter(
    (product) => product.id > after && (product.featured || !featured) && !isEventOver(product, nowMs),
  );
  const page = products.slice(0, limit);
  const lastProduct = page.at(-1);
  return {
    products: page,
    ...(lastProduct && products.length > page.length ? { next: lastProduct.id } : {}),
  };
}

/** The details of products, as they were last read. A row is valid as long as the list has the same version. */
const cachedRows = new Map<string, { version: number; row: ProductRow }>();
/** The most products in the cache of one function instance. The catalog has fewer products. */
const MAX_CACHED_PRODUCTS = 4000;

/** The listed products with their details. Leaves out products whose stored version is invalid, or not active any more. */
async function withDetails(listedProducts: readonly ListedProduct[]): Promise<Product[]> {
  // A full cache is cleared before the lookup, so that all products of this call stay in the cache.
  if (cachedRows.size + listedProducts.length > MAX_CACHED_PRODUCTS) cachedRows.clear();
  const uncachedProducts = listedProducts.filter(
    ({ id, version }) => cachedRows.get(id)?.version !== version,
  );
  if (uncachedProducts.length > 0) await readDetailsIntoCache(uncachedProducts);
  return listedProducts.flatMap(({ id, version, available }) => {
    const cachedRow = cachedRows.get(id);
    if (cachedRow?.version !== version || cachedRow.row.deletedAt || cachedRow.row.state !== "active")
      return [];
    const counts = [...available].map(([variantId, count]) => ({
      productId: id,
      variantId,
      available: count,
    }));
    return [toProduct(cachedRow.row, stockByKey(counts))];
  });
}

async function readDetailsIntoCache(listedProducts: readonly ListedProduct[]): Promise<void> {
  const versions = new Map(listedProducts.map(({ id, version }) => [id, version]));
  const items = await readItems(listedProducts.map(({ id }) => productKey(id)));
  for (const row of parseValid(ProductRow, items)) {
    const version = versions.get(row.id);
    if (version !== undefined) cachedRows.set(row.id, { version, row });
  }
}
