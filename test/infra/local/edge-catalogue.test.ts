import { beforeEach, describe, expect, test, vi } from "vitest";
import { answer, serveEdge } from "./edge-support.ts";

const { origin, ask, asked } = serveEdge();

describe("the catalogue at the edge", () => {
  const cacheable = { "cache-control": "public, max-age=0, s-maxage=2, stale-if-error=60", etag: '"v1"' };
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    return () => vi.useRealTimers();
  });

  test("is fetched from the origin once in two seconds, however many visitors ask", async () => {
    origin.mockResolvedValue(answer(200, "v1", cacheable));
    const together = await Promise.all([
      ask("/api/products"),
      ask("/api/products"),
      ask("/api/products?utm=1"),
    ]);
    expect(together.map(({ body }) => body.toString())).toEqual(["v1", "v1", "v1"]);
    expect((await ask("/api/products")).headers["x-cache"]).toBe("Hit from cloudfront");
    expect(origin).toHaveBeenCalledTimes(1);
    await ask("/api/products?featured=true");
    expect(origin).toHaveBeenCalledTimes(2);
  });

  test("is revalidated with its ETag after that, and stays cached when the origin answers 304", async () => {
    origin.mockResolvedValueOnce(answer(200, "v1", cacheable));
    await ask("/api/products");
    vi.setSystemTime(Date.now() + 2_100);
    origin.mockResolvedValueOnce(answer(304, ""));
    const again = await ask("/api/products");
    expect(asked(1)?.headers["if-none-match"]).toBe('"v1"');
    expect(again).toMatchObject({ status: 200, headers: { "x-cache": "RefreshHit from cloudfront" } });
    expect(again.body.toString()).toBe("v1");
  });

  test.each([500, 502, 503, 504])(
    "is served stale while the origin answers %s, and not for ever",
    async (status) => {
      origin.mockResolvedValueOnce(answer(200, "v1", cacheable));
      await ask("/api/products");
      origin.mockResolvedValue(answer(status, "down"));
      vi.setSystemTime(Date.now() + 30_000);
      expect(await ask("/api/products")).toMatchObject({ status: 200, body: Buffer.from("v1") });
      vi.setSystemTime(Date.now() + 60_000);
      expect(await ask("/api/products")).toMatchObject({
        status,
        headers: { "x-cache": "Error from cloudfront" },
      });
    },
  );

  test("is 304 for a client with the same ETag, strong or weak", async () => {
    origin.mockResolvedValue(answer(200, "v1", cacheable));
    for (const tag of ['"v1"', 'W/"v1"', '"old", "v1"', "*"]) {
      const { status, body } = await ask("/api/products", { headers: { "if-none-match": tag } });
      expect([status, body.length]).toEqual([304, 0]);
    }
    expect((await ask("/api/products", { headers: { "if-none-match": '"old"' } })).status).toBe(200);
  });

  test.each(["private", "no-store", "no-cache"])(
    "is not cached when Cache-Control says %s",
    async (directive) => {
      origin.mockResolvedValue(answer(200, "mine", { "cache-control": `${directive}, s-maxage=60` }));
      await ask("/api/products");
      await ask("/api/products");
      expect(origin).toHaveBeenCalledTimes(2);
    },
  );

  test("an error of the origin is not cached", async () => {
    origin.mockResolvedValueOnce(answer(404, "none", cacheable));
    await ask("/api/products/x");
    expect(await ask("/api/products/x")).toMatchObject({ status: 200 });
  });
});
