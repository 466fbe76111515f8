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
  let runReadFeed: () => Promise<void>;
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
    runReadFeed = () => runScheduled(handler);
    ({ handler: catalog } = await import("../../lambdas/catalog-api.ts"));
    ({ handler: pages } = await import("../../lambdas/render-page.ts"));
    ({ handler: admin } = await import("../../lambdas/admin-api.ts"));
  });
  afterAll(() => server.close());
  beforeEach(() => server.reset());

  const list = async (query: Record<string, string> = {}) =>
    (await call(catalog, episodesApi.listEpisodes, { query })).data;
  return {
    server: () => server,
    shop: () => shop,
    catalog: () => catalog,
    pages: () => pages,
    admin: () => admin,
    serve: (...items: string[]) => server.serve("/feed.xml", feedXml(...items)),
    /** Runs the function that reads the feed. */
    runReadFeed: () => runReadFeed(),
    list,
    titles: async () => (await list({ limit: "100" })).episodes.map(({ title }) => title),
    idOf: async (title: string) => {
      const { episodes } = await list({ limit: "100" });
      return episodes.find((episode) => episode.title === title)?.id ?? "missing";
    },
    feedState: async () => (await call(admin, adminEpisodesApi.listEpisodesAsAdmin)).data.feed,
  };
}
