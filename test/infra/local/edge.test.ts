import { describe, expect, test } from "vitest";
import { createDistribution, pathMatcher } from "../../../infra/local/edge/distribution.ts";
import { responseOf, openEdge, stack } from "./edge-support.ts";

const { origin, send, originRequest } = openEdge();

test.each<[string, string, boolean]>([
  ["/api/*", "/api/x/y", true],
  ["/api/*", "/apix", false],
  ["api/*", "/api/x", true],
  ["/api/products*", "/api/products/1", true],
  ["*.js", "/a/b.js", true],
  ["/a?c", "/abc", true],
  ["/a.c", "/abc", false],
  ["/A", "/a", false],
])("path pattern %s matches %s: %s", (pattern, path, matches) => {
  expect(pathMatcher(pattern)(path)).toBe(matches);
});

describe("a request to the origin", () => {
  test("has the origin secret and the visitor's IP address, which a visitor cannot set", async () => {
    await send("/api/orders?a=1", {
      method: "POST",
      body: Buffer.from("{}"),
      headers: {
        host: "shop",
        "x-origin-secret": "guess",
        "x-viewer-ip": "6.6.6.6",
        authorization: "Bearer t",
      },
    });
    const { host, ...headers } = originRequest()?.headers ?? {};
    expect(host).toBeUndefined();
    expect(headers).toMatchObject({
      "x-origin-secret": "sesame",
      "x-viewer-ip": "10.1.2.3",
      authorization: "Bearer t",
    });
    expect(originRequest()).toMatchObject({ method: "POST", query: "a=1", body: Buffer.from("{}") });
  });

  test("for a cached path has no cookie, token or parameter from outside the cache key", async () => {
    await send("/api/products?featured=true&utm=x", {
      headers: { cookie: "a=b", authorization: "t", "x-evil": "1" },
    });
    expect(originRequest()?.query).toBe("featured=true");
    expect(Object.keys(originRequest()?.headers ?? {}).sort()).toEqual([
      "user-agent",
      "x-forwarded-for",
      "x-origin-secret",
    ]);
  });

  test("may have parameters and cookies named like inherited properties, and later requests are answered too", async () => {
    const query = "__proto__=a&__proto__=b&constructor=c&toString=d";
    expect(
      (await send(`/api/orders?${query}`, { headers: { cookie: "__proto__=a; valueOf=b" } })).status,
    ).toBe(200);
    expect(originRequest()?.query).toBe(query);
    expect((await send("/api/orders?a=1")).status).toBe(200);
  });

  test("is not sent for a method that the cache behavior does not allow", async () => {
    expect((await send("/api/products", { method: "POST" })).status).toBe(403);
    expect((await send("/api/orders", { method: "DELETE" })).status).toBe(403);
    expect(origin).not.toHaveBeenCalled();
  });

  test("is not sent when an edge function returns a response itself", async () => {
    expect(await send("/api/closed")).toMatchObject({
      status: 451,
      headers: { why: "law" },
      body: Buffer.from("no"),
    });
    expect(origin).not.toHaveBeenCalled();
  });
});

test("responses for paths with the policy CachingDisabled are never cached", async () => {
  origin.mockResolvedValue(responseOf(200, "mine", { "cache-control": "public, s-maxage=60", etag: '"a"' }));
  await send("/api/orders");
  expect((await send("/api/orders", { headers: { "if-none-match": '"a"' } })).status).toBe(200);
  expect(origin).toHaveBeenCalledTimes(2);
});

test("an unknown origin stops the stack, and the error names it", () => {
  const options = {
    stack,
    store: { read: () => Promise.resolve(undefined), write: () => Promise.resolve() },
  };
  expect(() => createDistribution({ ...options, buckets: new Map(), origins: new Map() })).toThrow(
    "api.example",
  );
});
