import { adminEpisodesApi } from "../../shared/api-admin-episodes.ts";
import { notFound } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import { route, type AdminCheck, type Route } from "../lib/route.ts";
import { listEpisodeRows, toEpisodeSummary } from "./episode-table.ts";
import { changeEpisodesOfProduct, listEpisodesOfProduct } from "./episodes-of-product.ts";
import { getFeed } from "./feed-table.ts";
import { changeProductsOfEpisode } from "./products-of-episode.ts";
import { readAllTies } from "./tie-table.ts";

/** The number of episodes on one page of the back office's list. */
const ADMIN_PAGE_SIZE = 50;

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
      const productIds = await changeProductsOfEpisode(id, body);
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
