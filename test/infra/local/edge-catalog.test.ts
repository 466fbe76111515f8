import { beforeEach, describe, expect, test, vi } from "vitest";
import { openEdge, pageHtml, responseOf } from "./edge-support.ts";

const { origin, send, originRequest } = openEdge();

describe("a page with a fallback for 404 and 502", () => {
  test.each([
    ["origin", 200],
    ["bucket", 404],
    ["bucket", 502],
    ["origin", 503],
  ])("comes from the %s when the origin responds %i", async (source, status) => {
    origin.mockResolvedValue(responseOf(status, "from the origin"));
    const text = source === "origin" ? "from the origin" : pageHtml;
    expect((await send("/index.html")).body.toString()).toBe(text);
    expect(originRequest()?.headers["x-origin-secret"]).toBe("sesame");
  });
});

describe("the catalog at the edge", () => {
  const cacheable = { "cache-control": "public, max-age=0, s-maxage=2, stale-if-error=60", etag: '"v1"' };
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    return () => vi.useRealTimers();
  });

  test("is fetched from the origin once in two seconds, for any number of visitors", async () => {
    origin.mockResolvedValue(responseOf(200, "v1", cacheable));
    const responses = await Promise.all([
      send("/api/products"),
      send("/api/products"),
      send("/api/products?utm=1"),
    ]);
    expect(responses.map(({ body }) => body.toString())).toEqual(["v1", "v1", "v1"]);
    expect((await send("/api/products")).headers["x-cache"]).toBe("Hit from cloudfront");
    expect(origin).toHaveBeenCalledTimes(1);
    await send("/api/products?featured=true");
    expect(origin).toHaveBeenCalledTimes(2);
  });

  test("is revalidated with its ETag after two seconds, and stays cached when the origin responds 304", async () => {
    origin.mockResolvedValueOnce(responseOf(200, "v1", cacheable));
    await send("/api/products");
    vi.setSystemTime(Date.now() + 2_100);
    origin.mockResolvedValueOnce(responseOf(304, ""));
    const revalidated = await send("/api/products");
    expect(originRequest(1)?.headers["if-none-match"]).toBe('"v1"');
    expect(revalidated).toMatchObject({ status: 200, headers: { "x-cache": "RefreshHit from cloudfront" } });
    expect(revalidated.body.toString()).toBe("v1");
  });

  test.each([500, 502, 503, 504])(
    "is served stale for a minute while the origin responds %s",
    async (status) => {
      origin.mockResolvedValueOnce(responseOf(200, "v1", cacheable));
      await send("/api/products");
      origin.mockResolvedValue(responseOf(status, "down"));
      vi.setSystemTime(Date.now() + 30_000);
      expect(await send("/api/products")).toMatchObject({ status: 200, body: Buffer.from("v1") });
      vi.setSystemTime(Date.now() + 60_000);
      expect(await send("/api/products")).toMatchObject({
        status,
        headers: { "x-cache": "Error from cloudfront" },
      });
    },
  );

  test("is answered with 304 to a client that sends its ETag, strong or weak", async () => {
    origin.mockResolvedValue(responseOf(200, "v1", cacheable));
    for (const tag of ['"v1"', 'W/"v1"', '"old", "v1"', "*"]) {
      const { status, body } = await send("/api/products", { headers: { "if-none-match": tag } });
      expect([status, body.length]).toEqual([304, 0]);
    }
    expect((await send("/api/products", { headers: { "if-none-match": '"old"' } })).status).toBe(200);
  });

  test.each(["private", "no-store", "no-cache"])(
    "is not cached when Cache-Control says %s",
    async (directive) => {
      origin.mockResolvedValue(responseOf(200, "mine", { "cache-control": `${directive}, s-maxage=60` }));
      await send("/api/products");
      await send("/api/products");
      expect(origin).toHaveBeenCalledTimes(2);
    },
  );

  test("is not cached when the origin responds with an error", async () => {
    origin.mockResolvedValueOnce(responseOf(404, "none", cacheable));
    await send("/api/products/x");
    expect(await send("/api/products/x")).toMatchObject({ status: 200 });
  });
});
