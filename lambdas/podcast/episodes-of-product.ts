import type { adminEpisodesApi } from "../../shared/api-admin-episodes.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import type { Body, Output } from "../../shared/endpoint.ts";
import { MAX_EPISODE_PRODUCTS } from "../../shared/episode.ts";
import { conflict, invalid, notFound } from "../lib/errors.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { getProductInAnyState } from "../products/product-table.ts";
import { getEpisodes } from "./episode-table.ts";
import { changeTies, readEpisodeIds, readProductIds } from "./tie-table.ts";

type EpisodesOfProduct = Output<typeof adminEpisodesApi.listEpisodesOfProduct>;

async function readEpisodes(ids: readonly string[]): Promise<EpisodesOfProduct> {
  const episodes = (await getEpisodes(ids)).toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt));
  return {
    episodes: episodes.map(({ id, title, publishedAt, isGone }) => ({ id, title, publishedAt, isGone })),
  };
}

/** The episodes of a product, also those that have left the feed. */
export const listEpisodesOfProduct = async (productId: string): Promise<EpisodesOfProduct> =>
  readEpisodes(await readEpisodeIds(productId, true));

/**
 * Adds and removes episodes of a product; others stay. Throws 404 for an unknown product, 400 for an unknown episode,
 * and 409 if an episode already has MAX_EPISODE_PRODUCTS products.
 */
export async function changeEpisodesOfProduct(
  productId: string,
  change: Body<typeof adminEpisodesApi.changeEpisodesOfProduct>,
): Promise<EpisodesOfProduct> {
  const idsToRemove = [...new Set(change.remove)];
  const idsToAdd = [...new Set(change.add)].filter((id) => !idsToRemove.includes(id));
  const [product, idsBefore, episodesToAdd] = await Promise.all([
    getProductInAnyState(productId),
    readEpisodeIds(productId, true),
    getEpisodes(idsToAdd),
  ]);
  if (!product) throw notFound();
  const newIds = idsToAdd.filter((id) => !idsBefore.includes(id));
  if (!idsToAdd.every((id) => episodesToAdd.some((episode) => episode.id === id)))
    throw invalid({ add: apiMessages.episodeUnknown });
  const counts = await waitForAll(newIds.map(async (id) => (await readProductIds(id)).length));
  const fullEpisode = episodesToAdd.find(
    ({ id }) => (counts[newIds.indexOf(id)] ?? 0) >= MAX_EPISODE_PRODUCTS,
  );
  if (fullEpisode) throw conflict(apiMessages.episodeFull(fullEpisode.title, MAX_EPISODE_PRODUCTS));
  const toTie = (episodeId: string) => ({ episodeId, productId });
  await changeTies(newIds.map(toTie), idsToRemove.map(toTie));
  return readEpisodes([...idsBefore, ...newIds].filter((id) => !idsToRemove.includes(id)));
}
