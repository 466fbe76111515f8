import type { adminEpisodesApi } from "../../shared/api-admin-episodes.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import type { Body, Output } from "../../shared/endpoint.ts";
import { MAX_EPISODE_PRODUCTS } from "../../shared/episode.ts";
import { conflict, invalid, notFound } from "../lib/errors.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { getProductInAnyState } from "../products/product-table.ts";
import { getEpisodes } from "./episode-table.ts";
import { changeTies, episodeIdsOf, productIdsOf } from "./tie-table.ts";

type EpisodesOfProduct = Output<typeof adminEpisodesApi.listEpisodesOfProduct>;

async function readEpisodes(ids: readonly string[]): Promise<EpisodesOfProduct> {
  const episodes = (await getEpisodes(ids)).toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt));
  return {
    episodes: episodes.map(({ id, title, publishedAt, isGone }) => ({ id, title, publishedAt, isGone })),
  };
}

/** The episodes of a product, also those that have left the feed. */
export const listEpisodesOfProduct = async (productId: string): Promise<EpisodesOfProduct> =>
  readEpisodes(await episodeIdsOf(productId, true));

/**
 * Adds and removes episodes of a product; others stay. Throws 404 for a product, and 400 for an episode, that the shop does
 * not have; 409 if an episode has as many products as it may have.
 */
export async function changeEpisodesOfProduct(
  productId: string,
  change: Body<typeof adminEpisodesApi.changeEpisodesOfProduct>,
): Promise<EpisodesOfProduct> {
  const remove = [...new Set(change.remove)];
  const add = [...new Set(change.add)].filter((id) => !remove.includes(id));
  const [product, before, wanted] = await Promise.all([
    getProductInAnyState(productId),
    episodeIdsOf(productId, true),
    getEpisodes(add),
  ]);
  if (!product) throw notFound();
  const added = add.filter((id) => !before.includes(id));
  if (!add.every((id) => wanted.some((episode) => episode.id === id)))
    throw invalid({ add: apiMessages.episodeUnknown });
  const counts = await waitForAll(added.map(async (id) => (await productIdsOf(id)).length));
  const full = wanted.find(({ id }) => (counts[added.indexOf(id)] ?? 0) >= MAX_EPISODE_PRODUCTS);
  if (full) throw conflict(apiMessages.episodeFull(full.title, MAX_EPISODE_PRODUCTS));
  const toTie = (episodeId: string) => ({ episodeId, productId });
  await changeTies(added.map(toTie), remove.map(toTie));
  return readEpisodes([...before, ...added].filter((id) => !remove.includes(id)));
}
