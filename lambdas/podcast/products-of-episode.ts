import type { adminEpisodesApi } from "../../shared/api-admin-episodes.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import type { Body } from "../../shared/endpoint.ts";
import { MAX_EPISODE_PRODUCTS } from "../../shared/episode.ts";
import { conflict, invalid, notFound } from "../lib/errors.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { getProductInAnyState } from "../products/product-table.ts";
import { getEpisode } from "./episode-table.ts";
import { changeTies, readProductIds } from "./tie-table.ts";

/**
 * Changes the products of an episode by the difference between `shownIds` and `productIds`, so that products that another admin
 * has tied or untied since stay so. Without `shownIds`, replaces all. Returns the episode's products. Throws 404 for an unknown
 * episode, 400 if an added product is unknown, and 409 if the episode would have more than MAX_EPISODE_PRODUCTS products. Products
 * that stay are not checked: the stored data of a product may have become unreadable.
 */
export async function changeProductsOfEpisode(
  episodeId: string,
  { productIds, shownIds }: Body<typeof adminEpisodesApi.setEpisodeProducts>,
): Promise<string[]> {
  const [episode, storedIds] = await Promise.all([getEpisode(episodeId), readProductIds(episodeId, true)]);
  if (!episode) throw notFound();
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
