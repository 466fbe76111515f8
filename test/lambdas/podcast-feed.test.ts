import { gzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { feedXml, itemXml } from "../support/feed-server.ts";
import { openPodcast } from "../support/podcast.ts";

const { server, shop, serveFeed, readFeed, listEpisodes, titles, idOf, feedState } = openPodcast();

describe("the function that reads the feed", () => {
  test("stores the episodes, the newest first, and changes them with the feed", async () => {
    serveFeed(
      itemXml({ guid: "a", title: "First", day: 1 }),
      itemXml({ guid: "b", title: "Second", day: 2 }),
    );
    await readFeed();
    expect(await titles()).toEqual(["Second", "First"]);
    const firstId = await idOf("First");
    serveFeed(
      itemXml({ guid: "a", title: "First, again", day: 3 }),
      itemXml({ guid: "b", title: "Second", day: 2 }),
    );
    await readFeed();
    expect(await titles()).toEqual(["First, again", "Second"]);
    expect(await idOf("First, again")).toBe(firstId);
    expect((await listEpisodes()).total).toBe(2);
  });

  test("recognizes an episode by its recording if its guid has changed", async () => {
    serveFeed(itemXml({ guid: "old", title: "Renamed", audio: "same.mp3" }));
    await readFeed();
    const id = await idOf("Renamed");
    serveFeed(itemXml({ guid: "new", title: "Renamed", audio: "same.mp3" }));
    await readFeed();
    expect(await titles()).toEqual(["Renamed"]);
    expect(await idOf("Renamed")).toBe(id);
  });

  test.each([1, 5])(
    "lists an episode once after an interrupted change of its date to day %i, and does not log that the episode is gone",
    async (day) => {
      serveFeed(itemXml({ guid: "moved", title: "Moved", day: 3 }));
      await readFeed();
      const { listEpisodeRows, putEpisodeRow } = await import("../../lambdas/podcast/episode-table.ts");
      const { rows } = await listEpisodeRows();
      const publishedAt = new Date(Date.UTC(2026, 0, day)).toISOString();
      for (const row of rows) await putEpisodeRow({ ...row, publishedAt, hash: "interrupted" }, undefined);
      expect(await titles()).toEqual(["Moved", "Moved"]);
      serveFeed(itemXml({ guid: "moved", title: "Moved", day }));
      shop().logs.length = 0;
      await readFeed();
      expect(shop().logs.find((line) => line.includes("feed was read"))).toContain('"gone": 0');
      expect(await titles()).toEqual(["Moved"]);
      expect((await listEpisodes()).episodes[0]?.publishedAt).toBe(publishedAt);
    },
  );

  test("sends the feed's last ETag and Last-Modified, and keeps the episodes after the answer 304", async () => {
    serveFeed(itemXml({ guid: "a", title: "Same" }));
    await readFeed();
    await readFeed();
    const [firstHeaders, secondHeaders] = server().requestHeaders("/feed.xml");
    expect(firstHeaders?.["if-none-match"]).not.toBe(secondHeaders?.["if-none-match"]);
    expect(secondHeaders?.["if-none-match"]).toMatch(/^"/);
    expect(secondHeaders?.["if-modified-since"]).toMatch(/GMT$/);
    expect(server().statuses("/feed.xml")).toEqual([200, 304]);
    expect(await titles()).toEqual(["Same"]);
  });

  test.each([
    ["an error", () => server().setResponse("/feed.xml", { status: 500 }), /status 500/],
    ["an empty answer", () => server().serve("/feed.xml", ""), /not XML/],
    ["no episodes", () => serveFeed(), /no episode/],
    [
      "XML that ends early",
      () => server().serve("/feed.xml", feedXml(itemXml({ guid: "x" })).slice(0, -40)),
      /well-formed/,
    ],
    ["HTML", () => server().serve("/feed.xml", "<html><body>Sold</body></html>"), /no channel/],
    [
      "entities that expand",
      () => server().serve("/feed.xml", `<!DOCTYPE x [<!ENTITY a "b">]>${feedXml()}`),
      /document type/,
    ],
    [
      "too many redirects",
      () => server().setResponse("/feed.xml", { status: 302, location: "/feed.xml" }),
      /redirects/,
    ],
    [
      "a redirect to a local file",
      () => server().setResponse("/feed.xml", { status: 302, location: "file:///etc/passwd" }),
      /https/,
    ],
    ["more than 10 MB", () => server().serve("/feed.xml", Buffer.alloc(10_000_001, " ")), /larger/],
    [
      "a small file that is large when unzipped",
      () =>
        server().setResponse("/feed.xml", {
          status: 200,
          headers: { "content-encoding": "gzip" },
          body: gzipSync(Buffer.alloc(20_000_000)),
        }),
      /larger/,
    ],
    [
      "a connection that ends early",
      () =>
        server().setResponse("/feed.xml", {
          status: 200,
          headers: { "content-length": "1000" },
          body: Buffer.from("<rss>"),
          isCut: true,
        }),
      /reached|closed/,
    ],
  ])(
    "keeps the episodes of the last good feed, and records the reason, after %s",
    async (_, causeFault, reason) => {
      serveFeed(itemXml({ guid: "a", title: "Good" }));
      await readFeed();
      server().reset();
      causeFault();
      await readFeed();
      expect(await titles()).toEqual(["Good"]);
      expect((await feedState())?.failure).toMatch(reason);
      serveFeed(itemXml({ guid: "a", title: "Good" }));
      await readFeed();
      expect(await feedState()).not.toHaveProperty("failure");
    },
  );

  test("fails the run with the feed's error if the feed fails, and the chapters and transcripts fail too", async () => {
    const { documentClient } = await import("../../lambdas/lib/dynamodb.ts");
    const fail = (message: string) => () => {
      throw new Error(message);
    };
    vi.spyOn(documentClient(), "send")
      .mockImplementationOnce(fail("No feed"))
      .mockImplementationOnce(fail("No chapters"));
    await expect(readFeed()).rejects.toThrow("No feed");
  });

  test("fails the run, which raises the alarm, when the feed has failed for a day", async () => {
    const { readFeed: readFeedAt } = await import("../../lambdas/podcast/read-feed.ts");
    const settings = { url: `${server().url}/feed.xml`, mediaOrigins: [], allowsLocalhost: true };
    server().setResponse("/feed.xml", { status: 500 });
    const startMs = Date.now();
    await readFeedAt(settings, new Date(startMs));
    await readFeedAt(settings, new Date(startMs + 23 * 3_600_000));
    await expect(readFeedAt(settings, new Date(startMs + 25 * 3_600_000))).rejects.toThrow("status 500");
  });

  test("refuses an address without HTTPS, and an address whose host is an IP address", async () => {
    const { fetchPublic } = await import("../../lambdas/lib/fetch-public.ts");
    const options = { allowsLocalhost: false, maxBytes: 1000, timeoutMs: 3000 };
    await expect(fetchPublic(`${server().url}/feed.xml`, options)).rejects.toThrow("https");
    await expect(fetchPublic("https://169.254.169.254/", options)).rejects.toThrow("host name");
    expect(server().requestHeaders("/feed.xml")).toEqual([]);
  });

  test("gives up on a server that does not answer", async () => {
    const { fetchPublic } = await import("../../lambdas/lib/fetch-public.ts");
    server().setResponse("/slow", { status: 200, hangs: true });
    const options = { allowsLocalhost: true, maxBytes: 1000, timeoutMs: 200 };
    await expect(fetchPublic(`${server().url}/slow`, options)).rejects.toThrow("within 0.2 seconds");
  });

  test("lists hundreds of episodes page by page, each once", async () => {
    const items = Array.from({ length: 130 }, (_, i) =>
      itemXml({ guid: `g${i}`, title: `E${i}`, day: (i % 28) + 1 }),
    );
    serveFeed(...items);
    await readFeed();
    const listedIds: string[] = [];
    let after: string | undefined;
    do {
      const page = await listEpisodes({ limit: "50", ...(after && { after }) });
      listedIds.push(...page.episodes.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    expect([listedIds.length, new Set(listedIds).size]).toEqual([130, 130]);
  });
});
