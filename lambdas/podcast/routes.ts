import { adminEpisodesApi } from "../../shared/api-admin-episodes.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import type { Body } from "../../shared/endpoint.ts";
import { MAX_EPISODE_PRODUCTS } from "../../shared/episode.ts";
import { conflict, invalid, notFound } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import { route, type AdminCheck, type Route } from "../lib/route.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { getProductInAnyState } from "../products/product-table.ts";
import { getEpisode, listEpisodeRows, toEpisodeSummary } from "./episode-table.ts";
import { changeEpisodesOfProduct, listEpisodesOfProduct } from "./episodes-of-product.ts";
import { getFeed } from "./feed-table.ts";
import { changeTies, readAllTies, readProductIds } from "./tie-table.ts";

/** The number of episodes on one page of the back office's list. */
const ADMIN_PAGE_SIZE = 50;

/**
 * Changes the products of an episode by the difference between `shownIds` and `productIds`, so that products that another admin
 * has tied or untied since stay so. Without `shownIds`, replaces all. Returns the episode's products. Throws 404 for an unknown
 * episode, 400 if an added product is unknown, and 409 if the episode would have more than MAX_EPISODE_PRODUCTS products. Products
 * that stay are not checked: the stored data of a product may have become unreadable.
 */
async function changeProducts(
  episodeId: string,
  { productIds, shownIds }: Body<typeof adminEpisodesApi.setEpisodeProducts>,
): Promise<string[]> {
  const episode = await getEpisode(episodeId);
  if (!episode) throw notFound();
  const storedIds = await readProductIds(episodeId, true);
  const idsBefore = shownIds ?? storedIds;
  const removedIds = idsBefore.filter((id) => !productIds.includes(id));
  const addedIds = productIds.filter((id) => !idsBefore.includes(id) && !storedIds.includes(id));
  const products = await waitForAll(addedIds.map(getProductInAnyState));
  if (products.includes(undefined)) throw invalid({ productIds: apiMessages.productUnknown });
  const newIds = [...storedIds.filter((id) => !removedIds.includes(id)), ...addedIds];
  if (addedIds.length > 0 && newIds.length > MAX_EPISODE_PRODUCTS)
    throw conflict(apiMessages.episodeFull(episode.title, MAX_EPISODE_PRODUCTS));
  const toTie = (productId: string) => ({ episodeId, productId });
  await changeTies(addedIds.map(toTie), storedIds.filter((id) => removedIds.includes(id)).map(toTie));
  return newIds;
}

/** The routes of the back office for the podcast's episodes. In a stage without a podcast, they answer 404. */
export const episodeRoutes = (checkSession: AdminCheck, hasPodcast: boolean): Route[] => [
  route(adminEpisodesApi.listEpisodesAsAdmin, async ({ query }) => {
    if (!hasPodcast) throw notFound();
    const [{ rows, next }, ties, feed] = await Promise.all([
      listEpisodeRows({ after: query.after, limit: ADMIN_PAGE_SIZE }),
      readAllTies(),
      getFeed(),
    ]);
    const episodes = rows.map((row) => ({ ...toEpisodeSummary(row), productIds: ties.get(row.id) ?? [] }));
    return { output: { episodes, ...(next !== undefined && { next }), ...(feed && { feed }) } };
  }),
  route(
    adminEpisodesApi.setEpisodeProducts,
    async ({ params: { id }, body, admin }) => {
      if (!hasPodcast) throw notFound();
      const productIds = await changeProducts(id, body);
      log.info("The products of an episode were changed", { episode: id, admin });
      return { output: { productIds } };
    },
    checkSession,
  ),
  route(adminEpisodesApi.listEpisodesOfProduct, async ({ params: { id } }) => {
    if (!hasPodcast) throw notFound();
    return { output: await listEpisodesOfProduct(id) };
  }),
  route(
    adminEpisodesApi.changeEpisodesOfProduct,
    async ({ params: { id }, body, admin }) => {
      if (!hasPodcast) throw notFound();
      const output = await changeEpisodesOfProduct(id, body);
      log.info("The episodes of a product were changed", { product: id, admin });
      return { output };
    },
    checkSession,
  ),
];
