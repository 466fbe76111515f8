import { afterAll, beforeAll, beforeEach } from "vitest";
import { adminEpisodesApi } from "../../shared/api-admin-episodes.ts";
import { episodesApi } from "../../shared/api-episodes.ts";
import { feedXml, startFeedServer, type FeedServer } from "./feed-server.ts";
import { call, runScheduled, type HttpHandler } from "./invoke.ts";
import { openShop, type Shop } from "./shop.ts";

/** A shop with a podcast, whose feed is served by this process, for one test file. */
export function openPodcast() {
  let server: FeedServer;
  let shop: Shop;
  let readFeed: () => Promise<void>;
  let catalog: HttpHandler;
  let pages: HttpHandler;
  let admin: HttpHandler;
  beforeAll(async () => {
    server = await startFeedServer();
    shop = await openShop();
    Object.assign(process.env, {
      FEED_URL: `${server.url}/feed.xml`,
      MEDIA_ORIGINS: JSON.stringify(["https://media.example.org", "https://*.cdn.example.org"]),
      CALLS_TO_LOCALHOST: "yes",
    });
    const { handler } = await import("../../lambdas/read-feed.ts");
    readFeed = () => runScheduled(handler);
    ({ handler: catalog } = await import("../../lambdas/catalog-api.ts"));
    ({ handler: pages } = await import("../../lambdas/render-page.ts"));
    ({ handler: admin } = await import("../../lambdas/admin-api.ts"));
  });
  afterAll(() => server.close());
  beforeEach(() => server.reset());

  const listEpisodes = async (query: Record<string, string> = {}) =>
    (await call(catalog, episodesApi.listEpisodes, { query })).data;
  return {
    server: () => server,
    shop: () => shop,
    catalog: () => catalog,
    pages: () => pages,
    admin: () => admin,
    serveFeed: (...items: string[]) => server.serve("/feed.xml", feedXml(...items)),
    /** Runs the function that reads the feed. */
    readFeed: () => readFeed(),
    listEpisodes,
    /** The titles of the listed episodes, in their order. */
    titles: async () => (await listEpisodes({ limit: "100" })).episodes.map(({ title }) => title),
    /** The id of the listed episode with this title, or "missing". */
    idOf: async (title: string) => {
      const { episodes } = await listEpisodes({ limit: "100" });
      return episodes.find((episode) => episode.title === title)?.id ?? "missing";
    },
    feedState: async () => (await call(admin, adminEpisodesApi.listEpisodesAsAdmin)).data.feed,
  };
}
