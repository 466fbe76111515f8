import { describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { adminEpisodesApi } from "../../shared/api-admin-episodes.ts";
import { episodesApi } from "../../shared/api-episodes.ts";
import { publicApi } from "../../shared/api-public.ts";
import { pagesApi } from "../../shared/api-pages.ts";
import { MAX_EPISODE_PRODUCTS } from "../../shared/episode.ts";
import { delayNextRequest } from "../support/delay-request.ts";
import { stockUp, testProduct } from "../support/fixtures.ts";
import { itemXml } from "../support/feed-server.ts";
import { call } from "../support/invoke.ts";
import { openPodcast } from "../support/podcast.ts";
import { ORIGIN } from "../support/shop.ts";
import { waitUntil } from "../support/wait-until.ts";

const { server, shop, catalog, pages, admin, serveFeed, readFeed, listEpisodes, titles, idOf } =
  openPodcast();

describe("an episode", () => {
  test("has its description as text without markup, its chapters and its transcript", async () => {
    server().serve(
      "/chapters.json",
      JSON.stringify({
        version: "1.2.0",
        chapters: [
          { startTime: 60, title: "B" },
          { startTime: 0, title: "A", url: "javascript:alert(1)" },
        ],
      }),
    );
    server().serve("/talk.vtt", "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Nora>Hello <b>there</b>.");
    serveFeed(
      itemXml({
        guid: "full",
        title: "Full",
        description: `<p onclick="x()">One <a href="javascript:alert(1)">bad</a> <a href="https://ok.example/">good</a></p><img src=x onerror=alert(1)><script>alert(1)</script>`,
        extra: `<podcast:chapters url="chapters.json"/><podcast:transcript url="talk.vtt" type="text/vtt"/>`,
      }),
    );
    await readFeed();
    const id = await idOf("Full");
    const { data } = await call(catalog(), episodesApi.getEpisode, { params: { id } });
    expect(data.description).toEqual([["One bad ", { text: "good", url: "https://ok.example/" }]]);
    expect(data.chapters).toEqual([
      { start: 0, title: "A" },
      { start: 60, title: "B" },
    ]);
    const transcript = await call(catalog(), episodesApi.getTranscript, { params: { id } });
    expect(transcript.data.parts).toEqual([{ start: 1, speaker: "Nora", text: "Hello there." }]);
    const { status, body } = await call(pages(), pagesApi.episodePage, { params: { episodeId: id } });
    expect(status).toBe(200);
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/podcast/${id}" />`);
    expect(body).toContain('"@type":"PodcastEpisode"');
    expect(body).not.toMatch(/javascript:|onerror|onclick/);
  });

  test("has its transcript after a later try, if the server of the transcript did not have it at first", async () => {
    const extra = `<podcast:transcript url="late.vtt" type="text/vtt"/>`;
    serveFeed(itemXml({ guid: "late", title: "Late", extra }));
    await readFeed();
    const id = await idOf("Late");
    expect((await call(catalog(), episodesApi.getTranscript, { params: { id } })).status).toBe(404);
    server().serve("/late.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nHere.");
    const { fetchDocuments } = await import("../../lambdas/podcast/fetch-documents.ts");
    await fetchDocuments(new Date(Date.now() + 16 * 60_000), 10_000, { allowsLocalhost: true });
    const { data } = await call(catalog(), episodesApi.getTranscript, { params: { id } });
    expect(data.parts[0]?.text).toBe("Here.");
  });

  test.each([
    ["chapters", "transcript", { chapters: [{ start: 0, title: "A" }], hasTranscript: false }],
    ["transcript", "chapters", { chapters: [], hasTranscript: true }],
  ])("has its %s although its %s cannot be fetched", async (found, missing, expectedDocuments) => {
    server().serve("/found-chapters.json", JSON.stringify({ chapters: [{ startTime: 0, title: "A" }] }));
    server().serve("/found-transcript.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nHere.");
    const chapters = `${found === "chapters" ? "found" : "missing"}-chapters.json`;
    const transcript = `${found === "transcript" ? "found" : "missing"}-transcript.vtt`;
    const extra = `<podcast:chapters url="${chapters}"/><podcast:transcript url="${transcript}" type="text/vtt"/>`;
    serveFeed(itemXml({ guid: `no ${missing}`, title: `No ${missing}`, extra }));
    await readFeed();
    const params = { id: await idOf(`No ${missing}`) };
    const { data } = await call(catalog(), episodesApi.getEpisode, { params });
    expect(data).toMatchObject(expectedDocuments);
  });

  test("has both reasons in the log if neither its chapters nor its transcript can be read", async () => {
    server().serve("/wrong-chapters.json", "no JSON");
    const extra = `<podcast:chapters url="wrong-chapters.json"/><podcast:transcript url="none.vtt" type="text/vtt"/>`;
    serveFeed(itemXml({ guid: "neither", title: "Neither", extra }));
    shop().logs.length = 0;
    await readFeed();
    const lines = shop().logs.map((line) => JSON.parse(line) as { errors?: Record<string, Error> });
    const [errors, ...otherErrors] = lines.flatMap((line) => (line.errors ? [line.errors] : []));
    expect(errors?.["chapters"]?.message).toContain("JSON");
    expect(errors?.["transcript"]?.message).toContain("404");
    expect(otherErrors).toEqual([]);
  });

  test("keeps its newer transcript when a slow run stores the transcript that the feed named before", async () => {
    const serveTranscript = (name: string) => {
      server().serve(`/${name}.vtt`, `WEBVTT\n\n00:01.000 --> 00:02.000\n${name}`);
      const extra = `<podcast:transcript url="${name}.vtt" type="text/vtt"/>`;
      serveFeed(itemXml({ guid: "corrected", title: "Corrected", extra }));
    };
    const delay = await delayNextRequest((_, body) => body.includes("TRANSCRIPT"));
    serveTranscript("Earlier");
    const slowRun = readFeed();
    await waitUntil("the slow run stores the transcript", delay.hasBegunToWait);
    serveTranscript("Newer");
    await readFeed();
    delay.release();
    await slowRun;
    const params = { id: await idOf("Corrected") };
    const { data } = await call(catalog(), episodesApi.getTranscript, { params });
    expect(data.parts).toEqual([{ start: 1, text: "Newer" }]);
  });

  test("has its transcript although the stored data of many episodes that are due earlier cannot be read", async () => {
    const now = new Date();
    const dueSk = new Date(+now - 60_000).toISOString();
    for (let i = 0; i < 40; i++)
      await shop().table.put({ pk: `EPISODE#broken_${i}`, sk: "EPISODE", duePk: "EPISODES_DUE", dueSk });
    const extra = `<podcast:transcript url="waiting.vtt" type="text/vtt"/>`;
    server().serve("/waiting.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nHere.");
    serveFeed(itemXml({ guid: "waiting", title: "Waiting", extra }));
    await readFeed();
    await readFeed();
    const { data } = await call(catalog(), episodesApi.getTranscript, {
      params: { id: await idOf("Waiting") },
    });
    expect(data.parts[0]?.text).toBe("Here.");
  });

  test("is not listed any more when it leaves the feed, and its page answers 410 until it is back in the feed", async () => {
    serveFeed(itemXml({ guid: "stays", title: "Stays" }), itemXml({ guid: "leaves", title: "Leaves" }));
    await readFeed();
    const id = await idOf("Leaves");
    serveFeed(itemXml({ guid: "stays", title: "Stays" }));
    await readFeed();
    expect(await titles()).toEqual(["Stays"]);
    const { status, body } = await call(pages(), pagesApi.episodePage, { params: { episodeId: id } });
    expect(status).toBe(410);
    expect(body).toContain("no longer in the podcast");
    expect(body).toContain("noindex");
    serveFeed(itemXml({ guid: "stays", title: "Stays" }), itemXml({ guid: "leaves", title: "Leaves" }));
    await readFeed();
    expect(await idOf("Leaves")).toBe(id);
    expect((await call(pages(), pagesApi.episodePage, { params: { episodeId: id } })).status).toBe(200);
  });

  test.each([
    ["https://media.example.org/a.mp3", true],
    ["https://eu.cdn.example.org/a.mp3", true],
    ["https://cdn.example.org/a.mp3", false],
    ["https://media.example.org.evil.example/a.mp3", false],
    ["http://media.example.org/a.mp3", false],
  ])("is played only from origins of the stage's settings: %s", async (audio, isPlayable) => {
    serveFeed(itemXml({ guid: audio, title: audio, audio }));
    await readFeed();
    expect((await listEpisodes()).episodes[0]?.audio).toMatchObject({ url: audio, isPlayable });
  });

  test("is in the sitemap, while the page of an unknown episode answers 404", async () => {
    serveFeed(itemXml({ guid: "map", title: "Map" }));
    await readFeed();
    const { body } = await call(catalog(), pagesApi.sitemap);
    expect(body).toContain(`<loc>${ORIGIN}/podcast/${await idOf("Map")}</loc>`);
    const params = { episodeId: "not-found" };
    expect((await call(pages(), pagesApi.episodePage, { params })).status).toBe(404);
  });
});

describe("the products of an episode", () => {
  const setProducts = (id: string, productIds: string[], shownIds?: string[]) =>
    call(admin(), adminEpisodesApi.setEpisodeProducts, {
      params: { id },
      body: { productIds, ...(shownIds && { shownIds }) },
    });

  test("are chosen by an admin, are shown with the episode while they are in the store, and link back to the episode", async () => {
    const [tee, flask] = [testProduct({ name: "Tee" }), testProduct({ name: "Flask" })];
    await stockUp(shop().table, tee, flask);
    serveFeed(itemXml({ guid: "tied", title: "Tied" }));
    await readFeed();
    const id = await idOf("Tied");
    const readShownProducts = async () => {
      const { data } = await call(catalog(), episodesApi.getEpisode, { params: { id } });
      return data.products.map(({ name }) => name).sort();
    };
    const readEpisodesOf = async (productId: string) =>
      (await call(catalog(), publicApi.getProduct, { params: { id: productId } })).data.episodes;
    expect((await setProducts(id, [tee.id, flask.id])).status).toBe(200);
    expect(await readShownProducts()).toEqual(["Flask", "Tee"]);
    expect(await readEpisodesOf(tee.id)).toEqual([{ id, title: "Tied" }]);
    await setProducts(id, [tee.id]);
    expect(await readEpisodesOf(flask.id)).toBeUndefined();
    const archiveResponse = await call(admin(), adminApi.changeProductState, {
      params: { id: tee.id },
      body: { state: "archived", version: tee.version },
    });
    expect(archiveResponse.status).toBe(200);
    expect(await readShownProducts()).toEqual([]);
    expect((await setProducts(id, ["prd_unknown"])).error.fields).toHaveProperty("productIds");
    expect((await setProducts(id, [tee.id, tee.id])).status).toBe(400);
    expect((await setProducts("ep_00000000000000000000", [])).status).toBe(404);
  });

  test("still include a product whose stored data cannot be read after another product is added", async () => {
    const [tee, flask] = [testProduct({ name: "Kept Tee" }), testProduct({ name: "New Flask" })];
    await stockUp(shop().table, tee, flask);
    serveFeed(itemXml({ guid: "unreadable", title: "Unreadable" }));
    await readFeed();
    const id = await idOf("Unreadable");
    await setProducts(id, [tee.id]);
    const item = (await shop().table.partition(`PRODUCT#${tee.id}`)).find(({ sk }) => sk === "PRODUCT");
    await shop().table.put({ ...item, price: "free" });
    expect((await setProducts(id, [tee.id, flask.id])).status).toBe(200);
    const { episodes } = (await call(admin(), adminEpisodesApi.listEpisodesAsAdmin, { query: {} })).data;
    expect(episodes.find((episode) => episode.id === id)?.productIds.toSorted()).toEqual(
      [tee.id, flask.id].toSorted(),
    );
  });

  test("can also be changed in the form of a product, which keeps the episode's other products", async () => {
    const [tee, flask] = [testProduct({ name: "Tee" }), testProduct({ name: "Flask" })];
    await stockUp(shop().table, tee, flask);
    serveFeed(itemXml({ guid: "one", title: "One", day: 1 }), itemXml({ guid: "two", title: "Two", day: 2 }));
    await readFeed();
    const [one, two] = [await idOf("One"), await idOf("Two")];
    const change = (add: string[], remove: string[] = [], id = tee.id) =>
      call(admin(), adminEpisodesApi.changeEpisodesOfProduct, { params: { id }, body: { add, remove } });
    const readShownProducts = async (id: string) =>
      (await call(catalog(), episodesApi.getEpisode, { params: { id } })).data.products
        .map(({ name }) => name)
        .sort();
    const readListedEpisodes = async () => {
      const { data } = await call(admin(), adminEpisodesApi.listEpisodesOfProduct, {
        params: { id: tee.id },
      });
      return data.episodes.map(({ title, isGone }) => (isGone ? `${title}, gone` : title));
    };
    await change([one], [], flask.id);
    const { data } = await change([one, two, one]);
    expect(data.episodes.map(({ title }) => title)).toEqual(["Two", "One"]);
    expect(await readListedEpisodes()).toEqual(["Two", "One"]);
    expect(await readShownProducts(one)).toEqual(["Flask", "Tee"]);
    await change([], [one]);
    expect(await readShownProducts(one)).toEqual(["Flask"]);
    expect((await change([two], [two])).data.episodes).toEqual([]);

    await change([two]);
    serveFeed(itemXml({ guid: "one", title: "One", day: 1 }));
    await readFeed();
    expect(await readListedEpisodes()).toEqual(["Two, gone"]);
    expect((await change([], [two])).data.episodes).toEqual([]);

    expect((await change(["ep_00000000000000000000"])).error.fields).toHaveProperty("add");
    expect((await change(["not an id"])).status).toBe(400);
    expect((await change([one], [], "prd_unknown")).status).toBe(404);
  });

  test("keep what another admin has changed since the form was opened", async () => {
    const products = ["Tee", "Flask", "Cap", "Pin"].map((name) => testProduct({ name }));
    const [tee = "", flask = "", cap = "", pin = ""] = products.map(({ id }) => id);
    await stockUp(shop().table, ...products);
    serveFeed(itemXml({ guid: "shared", title: "Shared" }));
    await readFeed();
    const id = await idOf("Shared");
    await setProducts(id, [tee, flask]);
    // Both admins opened the form with the tee and the flask.
    await setProducts(id, [tee, flask, cap], [tee, flask]);
    const { data } = await setProducts(id, [flask, pin], [tee, flask]);
    expect(data.productIds.toSorted()).toEqual([flask, cap, pin].toSorted());
    // The request is repeated, because its answer was lost.
    const repetition = await setProducts(id, [flask, pin], [tee, flask]);
    expect(repetition.data.productIds.toSorted()).toEqual([flask, cap, pin].toSorted());
  });

  test("are limited also when an admin adds the episode in the form of a product", async () => {
    const products = Array.from({ length: MAX_EPISODE_PRODUCTS + 1 }, (_, i) =>
      testProduct({ name: `Product ${i}` }),
    );
    await stockUp(shop().table, ...products);
    serveFeed(itemXml({ guid: "full", title: "Full" }));
    await readFeed();
    const id = await idOf("Full");
    const [last, ...others] = products.map((product) => product.id);
    await call(admin(), adminEpisodesApi.setEpisodeProducts, {
      params: { id },
      body: { productIds: others },
    });
    const add = (productId = "") =>
      call(admin(), adminEpisodesApi.changeEpisodesOfProduct, {
        params: { id: productId },
        body: { add: [id], remove: [] },
      });
    expect((await add(last)).error.message).toContain(
      `“Full” shows ${MAX_EPISODE_PRODUCTS} products already`,
    );
    expect((await add(others[0])).status).toBe(200);
    expect((await setProducts(id, [last ?? ""], [])).status).toBe(409);
  });
});
