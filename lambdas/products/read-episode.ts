import type { Episode } from "../../shared/episode.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { getEpisode, getEpisodes } from "../podcast/episode-table.ts";
import { readEpisodeIds, readProductIds } from "../podcast/tie-table.ts";
import { readProductForStore } from "./list-products.ts";

/** An episode with those of its tied products that are in the store at `nowMs`. */
export async function readEpisode(id: string, nowMs: number = Date.now()): Promise<Episode | undefined> {
  const [episode, productIds] = await Promise.all([getEpisode(id), readProductIds(id)]);
  if (!episode) return undefined;
  const tiedProducts = await waitForAll(productIds.map((productId) => readProductForStore(productId, nowMs)));
  return {
    ...episode,
    products: tiedProducts.flatMap((result) => (result && !result.isOver ? [result.product] : [])),
  };
}

/** The episodes that a product is tied to and that are in the feed, the newest first. */
export async function readEpisodesOfProduct(productId: string): Promise<{ id: string; title: string }[]> {
  const episodes = await getEpisodes(await readEpisodeIds(productId));
  return episodes
    .filter(({ isGone }) => !isGone)
    .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt))
    .map(({ id, title }) => ({ id, title }));
}
