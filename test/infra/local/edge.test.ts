import { gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createDistribution, type Distribution } from "../../../infra/local/edge/distribution.ts";
import { pathPattern } from "../../../infra/local/edge/path-pattern.ts";
import type { HttpRequest, HttpResponse } from "../../../infra/local/gateway/message.ts";
import { viewerAddress } from "../../../infra/edge-functions.ts";
import { stackOf } from "./stack-support.ts";

const cachePolicy = (config: object): [string, Record<string, unknown>] => [
  "AWS::CloudFront::CachePolicy",
  {
    CachePolicyConfig: {
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 31_536_000,
      ParametersInCacheKeyAndForwardedToOrigin: {
        QueryStringsConfig: { QueryStringBehavior: "whitelist", QueryStrings: ["featured"] },
        HeadersConfig: { HeaderBehavior: "none" },
        CookiesConfig: { CookieBehavior: "none" },
        EnableAcceptEncodingGzip: true,
        EnableAcceptEncodingBrotli: true,
      },
      ...config,
    },
  },
];
const DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
const ALL_VIEWER_EXCEPT_HOST = "b689b0a8-53d0-40ab-baf2-68738e2966ac";

const stack = stackOf(
  {
    Files: ["AWS::S3::Bucket"],
    Catalog: cachePolicy({}),
    Address: ["AWS::CloudFront::Function", { FunctionCode: viewerAddress }],
    Closed: [
      "AWS::CloudFront::Function",
      {
        FunctionCode:
          "function handler() { return { statusCode: 451, headers: { why: { value: 'law' } }, body: 'no' }; }",
      },
    ],
    Safe: [
      "AWS::CloudFront::ResponseHeadersPolicy",
      {
        ResponseHeadersPolicyConfig: {
          SecurityHeadersConfig: {
            ContentTypeOptions: { Override: true },
            StrictTransportSecurity: { AccessControlMaxAgeSec: 60, IncludeSubdomains: true, Override: true },
          },
          CustomHeadersConfig: { Items: [{ Header: "X-Own", Value: "edge", Override: false }] },
        },
      },
    ],
    Edge: [
      "AWS::CloudFront::Distribution",
      {
        DistributionConfig: {
          Enabled: true,
          DefaultRootObject: "index.html",
          Origins: [
            { Id: "files", DomainName: { "Fn::GetAtt": ["Files", "RegionalDomainName"] } },
            {
              Id: "api",
              DomainName: "api.example",
              OriginCustomHeaders: [
                {
                  HeaderName: "X-Origin-Secret",
                  HeaderValue: "{{resolve:secretsmanager:s:SecretString:::}}",
                },
              ],
            },
          ],
          DefaultCacheBehavior: {
            TargetOriginId: "files",
            CachePolicyId: "658327ea-f89d-4fab-a63d-7e88639e58f6",
            ResponseHeadersPolicyId: { Ref: "Safe" },
            Compress: true,
          },
          CacheBehaviors: [
            {
              PathPattern: "/api/products*",
              TargetOriginId: "api",
              CachePolicyId: { Ref: "Catalog" },
              Compress: true,
            },
            {
              PathPattern: "/api/closed",
              TargetOriginId: "api",
              CachePolicyId: DISABLED,
              FunctionAssociations: [
                { EventType: "viewer-request", FunctionARN: { "Fn::GetAtt": ["Closed", "FunctionARN"] } },
              ],
            },
            {
              PathPattern: "/api/*",
              TargetOriginId: "api",
              CachePolicyId: DISABLED,
              OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST,
              AllowedMethods: ["GET", "HEAD", "POST"],
              FunctionAssociations: [
                { EventType: "viewer-request", FunctionARN: { "Fn::GetAtt": ["Address", "FunctionARN"] } },
              ],
            },
          ],
        },
      },
    ],
  },
  {},
  { secret: () => "sesame" },
);

const long = "<!doctype html>" + "bourbon ".repeat(400);
const files: Record<string, { body: string; contentType: string }> = {
  "index.html": { body: long, contentType: "text/html" },
  "pour.mp3": { body: "0123456789", contentType: "audio/mpeg" },
};
const lastModified = new Date("2026-01-01T00:00:00Z");

let origin: ReturnType<typeof vi.fn<(request: HttpRequest) => Promise<HttpResponse>>>;
let edge: Distribution;
beforeEach(() => {
  origin = vi.fn((_request: HttpRequest) => Promise.resolve(answer(200, "fresh")));
  edge = createDistribution({
    stack,
    store: {
      read: (_, key) => {
        const file = files[key];
        return Promise.resolve(
          file && { ...file, body: Buffer.from(file.body), etag: `"${key}"`, lastModified },
        );
      },
      write: () => Promise.resolve(),
    },
    buckets: new Map([["local-files.s3.us-east-1.amazonaws.com", "local-files"]]),
    origins: new Map([["api.example", origin]]),
  });
});
const answer = (status: number, text: string, headers: Record<string, string> = {}): HttpResponse => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: Buffer.from(text),
});
const ask = (path: string, more: Partial<HttpRequest> = {}) => {
  const [clean = "", query = ""] = path.split("?");
  return edge.handle({
    method: "GET",
    path: clean,
    query,
    headers: {},
    body: Buffer.alloc(0),
    ip: "10.1.2.3",
    ...more,
  });
};
const asked = (call = 0) => origin.mock.calls[call]?.[0];

test.each<[string, string, boolean]>([
  ["/api/*", "/api/x/y", true],
  ["/api/*", "/apix", false],
  ["api/*", "/api/x", true],
  ["/api/products*", "/api/products/1", true],
  ["*.js", "/a/b.js", true],
  ["/a?c", "/abc", true],
  ["/a.c", "/abc", false],
  ["/A", "/a", false],
])("path pattern %s and %s: %s", (pattern, path, matches) => {
  expect(pathPattern(pattern)(path)).toBe(matches);
});

describe("what reaches the origin", () => {
  test("a header of the edge that nobody can set, and the visitor's own address", async () => {
    await ask("/api/orders?a=1", {
      method: "POST",
      body: Buffer.from("{}"),
      headers: {
        host: "shop",
        "x-origin-secret": "guess",
        "x-viewer-ip": "6.6.6.6",
        authorization: "Bearer t",
      },
    });
    const { host, ...headers } = asked()?.headers ?? {};
    expect(host).toBeUndefined();
    expect(headers).toMatchObject({
      "x-origin-secret": "sesame",
      "x-viewer-ip": "10.1.2.3",
      authorization: "Bearer t",
    });
    expect(asked()).toMatchObject({ method: "POST", query: "a=1", body: Buffer.from("{}") });
  });

  test("of a cached path only what is in the key: no cookie, no token, no other parameter", async () => {
    await ask("/api/products?featured=true&utm=x", {
      headers: { cookie: "a=b", authorization: "t", "x-evil": "1" },
    });
    expect(asked()?.query).toBe("featured=true");
    expect(Object.keys(asked()?.headers ?? {}).sort()).toEqual([
      "user-agent",
      "x-forwarded-for",
      "x-origin-secret",
    ]);
  });

  test("no method that the behaviour does not allow", async () => {
    expect((await ask("/api/products", { method: "POST" })).status).toBe(403);
    expect((await ask("/api/orders", { method: "DELETE" })).status).toBe(403);
    expect(origin).not.toHaveBeenCalled();
  });

  test("nothing when an edge function answers itself", async () => {
    expect(await ask("/api/closed")).toMatchObject({
      status: 451,
      headers: { why: "law" },
      body: Buffer.from("no"),
    });
    expect(origin).not.toHaveBeenCalled();
  });
});

describe("the catalogue at the edge", () => {
  const cacheable = { "cache-control": "public, max-age=0, s-maxage=2, stale-if-error=60", etag: '"v1"' };
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    return () => vi.useRealTimers();
  });

  test("is asked for once in two seconds, however many visitors come", async () => {
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

  test("is asked for again after that, with its ETag, and kept when nothing has changed", async () => {
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

  test("is 304 for who has it, strong or weak", async () => {
    origin.mockResolvedValue(answer(200, "v1", cacheable));
    for (const tag of ['"v1"', 'W/"v1"', '"old", "v1"', "*"]) {
      const { status, body } = await ask("/api/products", { headers: { "if-none-match": tag } });
      expect([status, body.length]).toEqual([304, 0]);
    }
    expect((await ask("/api/products", { headers: { "if-none-match": '"old"' } })).status).toBe(200);
  });

  test.each(["private", "no-store", "no-cache"])("is not kept when it says %s", async (directive) => {
    origin.mockResolvedValue(answer(200, "mine", { "cache-control": `${directive}, s-maxage=60` }));
    await ask("/api/products");
    await ask("/api/products");
    expect(origin).toHaveBeenCalledTimes(2);
  });

  test("an error is not kept", async () => {
    origin.mockResolvedValueOnce(answer(404, "none", cacheable));
    await ask("/api/products/x");
    expect(await ask("/api/products/x")).toMatchObject({ status: 200 });
  });
});

test("other calls are never kept", async () => {
  origin.mockResolvedValue(answer(200, "mine", { "cache-control": "public, s-maxage=60", etag: '"a"' }));
  await ask("/api/orders");
  expect((await ask("/api/orders", { headers: { "if-none-match": '"a"' } })).status).toBe(200);
  expect(origin).toHaveBeenCalledTimes(2);
});

describe("files", () => {
  test("come with the headers of the policy, and the root is index.html", async () => {
    const page = await ask("/");
    expect(page).toMatchObject({
      status: 200,
      headers: {
        "content-type": "text/html",
        etag: '"index.html"',
        "x-content-type-options": "nosniff",
        "strict-transport-security": "max-age=60; includeSubDomains",
        "x-own": "edge",
      },
    });
    expect(page.body.toString()).toBe(long);
    expect((await ask("/", { headers: { "if-none-match": 'W/"index.html"' } })).status).toBe(304);
  });

  test("are compressed for those who take it, with a weak ETag", async () => {
    const { headers, body } = await ask("/", { headers: { "accept-encoding": "gzip, br;q=0" } });
    expect(headers).toMatchObject({
      "content-encoding": "gzip",
      etag: 'W/"index.html"',
      vary: "Accept-Encoding",
    });
    expect(gunzipSync(body).toString()).toBe(long);
    expect((await ask("/", { headers: { "accept-encoding": "gzip, br" } })).headers["content-encoding"]).toBe(
      "br",
    );
    expect((await ask("/pour.mp3", { headers: { "accept-encoding": "gzip" } })).headers).not.toHaveProperty(
      "vary",
    );
  });

  test.each<[string, number, string]>([
    ["bytes=2-4", 206, "234"],
    ["bytes=7-", 206, "789"],
    ["bytes=-2", 206, "89"],
    ["bytes=5-99", 206, "56789"],
    ["bytes=20-", 416, ""],
    ["bytes=0-1,3-4", 200, "0123456789"],
    ["lines=1", 200, "0123456789"],
  ])("come in the range %s", async (range, status, body) => {
    const found = await ask("/pour.mp3", { headers: { range } });
    expect([found.status, found.body.toString()]).toEqual([status, body]);
  });

  test.each(["/none.txt", "/%ZZ", "/../secrets.json", "/..%2f..%2fetc/passwd"])(
    "that are not there are 404: %s",
    async (path) => {
      expect((await ask(path)).status).toBe(404);
    },
  );
});

test("an origin that nothing here stands for stops the stack with its name", () => {
  const options = {
    stack,
    store: { read: () => Promise.resolve(undefined), write: () => Promise.resolve() },
  };
  expect(() => createDistribution({ ...options, buckets: new Map(), origins: new Map() })).toThrow(
    "api.example",
  );
});
