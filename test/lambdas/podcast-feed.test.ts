import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { adminEpisodesApi } from "../../shared/api-admin-episodes.ts";
import { episodesApi } from "../../shared/api-episodes.ts";
import { publicApi } from "../../shared/api-public.ts";
import { pagesApi } from "../../shared/api-catalog.ts";
import { stockUp, testProduct } from "../support/fixtures.ts";
import { feedXml, item, startFeedServer, type FeedServer } from "../support/feed-server.ts";
import { call, runScheduled, type HttpHandler } from "../support/invoke.ts";
import { openShop, ORIGIN, type Shop } from "../support/shop.ts";

let server: FeedServer;
let shop: Shop;
let read: () => Promise<void>;
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
  read = () => runScheduled(handler);
  ({ handler: catalog } = await import("../../lambdas/catalog-api.ts"));
  ({ handler: pages } = await import("../../lambdas/render-page.ts"));
  ({ handler: admin } = await import("../../lambdas/admin-api.ts"));
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const list = async (query: Record<string, string> = {}) =>
  (await call(catalog, episodesApi.listEpisodes, { query })).data;
const titles = async () => (await list({ limit: "100" })).episodes.map(({ title }) => title);
const serve = (...items: string[]) => server.serve("/feed.xml", feedXml(...items));
const idOf = async (title: string) => {
  const { episodes } = await list({ limit: "100" });
  return episodes.find((episode) => episode.title === title)?.id ?? "missing";
};
const feedState = async () => (await call(admin, adminEpisodesApi.listEpisodesAsAdmin)).data.feed;

describe("the function that reads the feed", () => {
  test("stores the episodes, the newest first, and changes them with the feed", async () => {
    serve(item({ guid: "a", title: "First", day: 1 }), item({ guid: "b", title: "Second", day: 2 }));
    await read();
    expect(await titles()).toEqual(["Second", "First"]);
    const first = await idOf("First");
    serve(item({ guid: "a", title: "First, again", day: 3 }), item({ guid: "b", title: "Second", day: 2 }));
    await read();
    expect(await titles()).toEqual(["First, again", "Second"]);
    expect(await idOf("First, again")).toBe(first);
    expect((await list()).total).toBe(2);
  });

  test("knows an episode by its recording if its guid has changed", async () => {
    serve(item({ guid: "old", title: "Renamed", audio: "same.mp3" }));
    await read();
    const id = await idOf("Renamed");
    serve(item({ guid: "new", title: "Renamed", audio: "same.mp3" }));
    await read();
    expect(await titles()).toEqual(["Renamed"]);
    expect(await idOf("Renamed")).toBe(id);
  });

  test("asks with ETag and Last-Modified, and writes nothing if the feed has not changed", async () => {
    serve(item({ guid: "a", title: "Same" }));
    await read();
    await read();
    const [first, second] = server.requests("/feed.xml");
    expect(first?.["if-none-match"]).not.toBe(second?.["if-none-match"]);
    expect(second?.["if-none-match"]).toMatch(/^"/);
    expect(second?.["if-modified-since"]).toMatch(/GMT$/);
    expect(server.answers("/feed.xml")).toEqual([200, 304]);
    expect(await titles()).toEqual(["Same"]);
  });

  test.each([
    ["an error", () => server.answer("/feed.xml", { status: 500 }), /status 500/],
    ["an empty answer", () => server.serve("/feed.xml", ""), /not XML/],
    ["no episodes", () => serve(), /no episode/],
    [
      "XML that ends early",
      () => server.serve("/feed.xml", feedXml(item({ guid: "x" })).slice(0, -40)),
      /well-formed/,
    ],
    ["HTML", () => server.serve("/feed.xml", "<html><body>Sold</body></html>"), /no channel/],
    [
      "entities that expand",
      () => server.serve("/feed.xml", `<!DOCTYPE x [<!ENTITY a "b">]>${feedXml()}`),
      /document type/,
    ],
    [
      "too many redirects",
      () => server.answer("/feed.xml", { status: 302, location: "/feed.xml" }),
      /redirects/,
    ],
    [
      "a broken redirect",
      () => server.answer("/feed.xml", { status: 302, location: "file:///etc/passwd" }),
      /https/,
    ],
    ["more than 10 MB", () => server.serve("/feed.xml", Buffer.alloc(10_000_001, " ")), /larger/],
    [
      "a small file that is large when unzipped",
      () =>
        server.answer("/feed.xml", {
          status: 200,
          headers: { "content-encoding": "gzip" },
          body: gzipSync(Buffer.alloc(20_000_000)),
        }),
      /larger/,
    ],
    [
      "a connection that ends early",
      () =>
        server.answer("/feed.xml", {
          status: 200,
          headers: { "content-length": "1000" },
          body: Buffer.from("<rss>"),
          cut: true,
        }),
      /reached|closed/,
    ],
  ])("keeps the last good feed, and says why, after %s", async (_, fault, reason) => {
    serve(item({ guid: "a", title: "Good" }));
    await read();
    server.reset();
    fault();
    await read();
    expect(await titles()).toEqual(["Good"]);
    expect((await feedState())?.failure).toMatch(reason);
    serve(item({ guid: "a", title: "Good" }));
    await read();
    expect(await feedState()).not.toHaveProperty("failure");
  });

  test("fails the run, which raises the alarm, when the feed has failed for a day", async () => {
    const { readFeed } = await import("../../lambdas/podcast/read-feed.ts");
    const settings = { url: `${server.url}/feed.xml`, mediaOrigins: [], toLocalhost: true };
    server.answer("/feed.xml", { status: 500 });
    const start = Date.now();
    await readFeed(settings, new Date(start));
    await readFeed(settings, new Date(start + 23 * 3_600_000));
    await expect(readFeed(settings, new Date(start + 25 * 3_600_000))).rejects.toThrow("status 500");
  });

  test("refuses addresses that are not on the public internet", async () => {
    const { fetchPublic } = await import("../../lambdas/lib/fetch-public.ts");
    const options = { toLocalhost: false, maxBytes: 1000, timeoutMs: 3000 };
    await expect(fetchPublic(`${server.url}/feed.xml`, options)).rejects.toThrow("https");
    await expect(fetchPublic("https://169.254.169.254/", options)).rejects.toThrow("host name");
    expect(server.requests("/feed.xml")).toEqual([]);
  });

  test("gives up a server that does not answer", async () => {
    const { fetchPublic } = await import("../../lambdas/lib/fetch-public.ts");
    server.answer("/slow", { status: 200, hangs: true });
    const options = { toLocalhost: true, maxBytes: 1000, timeoutMs: 200 };
    await expect(fetchPublic(`${server.url}/slow`, options)).rejects.toThrow("within 0.2 seconds");
  });

  test("lists hundreds of episodes page by page, each once", async () => {
    const items = Array.from({ length: 130 }, (_, i) =>
      item({ guid: `g${i}`, title: `E${i}`, day: (i % 28) + 1 }),
    );
    serve(...items);
    await read();
    const seen: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await list({ limit: "50", ...(after && { after }) });
      seen.push(...page.episodes.map(({ id }) => id));
      after = page.next;
      if (after === undefined) break;
    }
    expect([seen.length, new Set(seen).size]).toEqual([130, 130]);
  });
});

describe("an episode", () => {
  test("has text in place of markup, its chapters and its transcript", async () => {
    server.serve(
      "/chapters.json",
      JSON.stringify({
        version: "1.2.0",
        chapters: [
          { startTime: 60, title: "B" },
          { startTime: 0, title: "A", url: "javascript:alert(1)" },
        ],
      }),
    );
    server.serve("/talk.vtt", "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Nora>Hello <b>there</b>.");
    serve(
      item({
        guid: "full",
        title: "Full",
        description: `<p onclick="x()">One <a href="javascript:alert(1)">bad</a> <a href="https://ok.example/">good</a></p><img src=x onerror=alert(1)><script>alert(1)</script>`,
        extra: `<podcast:chapters url="chapters.json"/><podcast:transcript url="talk.vtt" type="text/vtt"/>`,
      }),
    );
    await read();
    const id = await idOf("Full");
    const { data } = await call(catalog, episodesApi.getEpisode, { params: { id } });
    expect(data.description).toEqual([["One bad ", { text: "good", url: "https://ok.example/" }]]);
    expect(data.chapters).toEqual([
      { start: 0, title: "A" },
      { start: 60, title: "B" },
    ]);
    const transcript = await call(catalog, episodesApi.getTranscript, { params: { id } });
    expect(transcript.data.parts).toEqual([{ start: 1, speaker: "Nora", text: "Hello there." }]);
    const { status, body } = await call(pages, pagesApi.episodePage, { params: { episodeId: id } });
    expect(status).toBe(200);
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/podcast/${id}" />`);
    expect(body).toContain('"@type":"PodcastEpisode"');
    expect(body).not.toMatch(/javascript:|onerror|onclick/);
  });

  test("has its chapters and transcript as soon as their server answers again", async () => {
    const extra = `<podcast:transcript url="late.vtt" type="text/vtt"/>`;
    serve(item({ guid: "late", title: "Late", extra }));
    await read();
    const id = await idOf("Late");
    expect((await call(catalog, episodesApi.getTranscript, { params: { id } })).status).toBe(404);
    server.serve("/late.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nHere.");
    const { fetchDocuments } = await import("../../lambdas/podcast/fetch-documents.ts");
    await fetchDocuments(new Date(Date.now() + 16 * 60_000), 10_000, { toLocalhost: true });
    const { data } = await call(catalog, episodesApi.getTranscript, { params: { id } });
    expect(data.parts[0]?.text).toBe("Here.");
  });

  test("leaves the list with the feed, while its address says that it is gone", async () => {
    serve(item({ guid: "stays", title: "Stays" }), item({ guid: "leaves", title: "Leaves" }));
    await read();
    const id = await idOf("Leaves");
    serve(item({ guid: "stays", title: "Stays" }));
    await read();
    expect(await titles()).toEqual(["Stays"]);
    const { status, body } = await call(pages, pagesApi.episodePage, { params: { episodeId: id } });
    expect(status).toBe(410);
    expect(body).toContain("no longer in the podcast");
    expect(body).toContain("noindex");
    serve(item({ guid: "stays", title: "Stays" }), item({ guid: "leaves", title: "Leaves" }));
    await read();
    expect(await idOf("Leaves")).toBe(id);
    expect((await call(pages, pagesApi.episodePage, { params: { episodeId: id } })).status).toBe(200);
  });

  test.each([
    ["https://media.example.org/a.mp3", true],
    ["https://eu.cdn.example.org/a.mp3", true],
    ["https://cdn.example.org/a.mp3", false],
    ["https://media.example.org.evil.example/a.mp3", false],
    ["http://media.example.org/a.mp3", false],
  ])("is played only from origins of the stage's settings: %s", async (audio, isPlayable) => {
    serve(item({ guid: audio, title: audio, audio }));
    await read();
    expect((await list()).episodes[0]?.audio).toMatchObject({ url: audio, isPlayable });
  });

  test("is in the sitemap, and answers 404 at an address of no episode", async () => {
    serve(item({ guid: "map", title: "Map" }));
    await read();
    const { body } = await call(catalog, pagesApi.sitemap);
    expect(body).toContain(`<loc>${ORIGIN}/podcast/${await idOf("Map")}</loc>`);
    const params = { episodeId: "not-found" };
    expect((await call(pages, pagesApi.episodePage, { params })).status).toBe(404);
  });
});

describe("the products of an episode", () => {
  test("are chosen by an admin, shown with the episode while they are in the store, and link back", async () => {
    const [tee, flask] = [testProduct({ name: "Tee" }), testProduct({ name: "Flask" })];
    await stockUp(shop.table, tee, flask);
    serve(item({ guid: "tied", title: "Tied" }));
    await read();
    const id = await idOf("Tied");
    const tie = (productIds: string[], episodeId = id) =>
      call(admin, adminEpisodesApi.setEpisodeProducts, { params: { id: episodeId }, body: { productIds } });
    const shown = async () => {
      const { data } = await call(catalog, episodesApi.getEpisode, { params: { id } });
      return data.products.map(({ name }) => name).sort();
    };
    const episodesOf = async (productId: string) =>
      (await call(catalog, publicApi.getProduct, { params: { id: productId } })).data.episodes;
    expect((await tie([tee.id, flask.id])).status).toBe(200);
    expect(await shown()).toEqual(["Flask", "Tee"]);
    expect(await episodesOf(tee.id)).toEqual([{ id, title: "Tied" }]);
    await tie([tee.id]);
    expect(await episodesOf(flask.id)).toBeUndefined();
    const archived = await call(admin, adminApi.changeProductState, {
      params: { id: tee.id },
      body: { state: "archived", version: tee.version },
    });
    expect(archived.status).toBe(200);
    expect(await shown()).toEqual([]);
    expect((await tie(["prd_unknown"])).error.fields).toHaveProperty("productIds");
    expect((await tie([tee.id, tee.id])).status).toBe(400);
    expect((await tie([], "ep_00000000000000000000")).status).toBe(404);
  });
});
