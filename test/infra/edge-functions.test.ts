import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  markNotFoundCode,
  rewriteEpisodePageCode,
  rewriteMediaPathCode,
  rewritePageWithProductsCode,
  rewritePageCode,
  rewriteProductPageCode,
  addViewerIpCode,
} from "../../infra/edge-functions.ts";
import { categories } from "../../shared/site/categories.ts";

const Request = z.object({ uri: z.string(), headers: z.record(z.string(), z.object({ value: z.string() })) });

/** Runs an edge function for a path with or without a query, and returns the request that the origin would receive. */
function runAtEdge(code: string, pathAndQuery: string, headers: Record<string, { value: string }> = {}) {
  const [uri = "", query] = pathAndQuery.split("?");
  const querystring = Object.fromEntries(
    [...new URLSearchParams(query)].map(([name, value]) => [name, { value }]),
  );
  const event = { request: { uri, querystring, headers }, viewer: { ip: "203.0.113.7" } };
  return Request.parse(runInNewContext(`${code}; handler(event)`, { event }));
}

const siteAddresses = {
  prerenderedPages: ["", "/home", "/not-found", "/store"],
  browserPages: ["/", "/admin/dashboard", "/store"],
  hasPodcast: true,
  extensions: [".js", ".txt"],
};

describe("a page's address", () => {
  const code = rewritePageCode(siteAddresses);

  it.each([
    ["/", "/home/index.html"],
    ["/store", "/store/index.html"],
    ["/store/", "/store/index.html"],
    ["//", "/home/index.html"],
    ["/home", "/not-found/index.html"],
    ["/home/", "/not-found/index.html"],
    ["/not-found", "/not-found/index.html"],
    ["/home/index.html", "/not-found/index.html"],
    ["/index.html", "/not-found/index.html"],
    ["/admin/dashboard", "/index.html"],
    ["/admin/dashboard/", "/index.html"],
    ["/Store", "/index.html"],
    ["/HOME", "/not-found/index.html"],
    ["/store/prd_01J", "/not-found/index.html"],
    ["/Store/PRD_01J", "/not-found/index.html"],
    ["/Store/prd_01J/reviews", "/not-found/index.html"],
    ["/robots.txt", "/robots.txt"],
    ["/door-worker.js", "/door-worker.js"],
    ["/about.php", "/not-found/index.html"],
    ["/no.such.page", "/not-found/index.html"],
    ["/constructor", "/not-found/index.html"],
  ])("%s leads to the file %s", (address, file) => {
    expect(runAtEdge(code, address).uri).toBe(file);
  });

  it.each([
    ["/Store/prd_01J", "/store/prd_01J"],
    ["/STORE/prd_01J/", "/store/prd_01J"],
    [`/Podcast/ep_${"0a".repeat(10)}`, `/podcast/ep_${"0a".repeat(10)}`],
  ])("%s leads to %s, whose page has its own function and status", (uri, location) => {
    const response: unknown = runInNewContext(`${code}; handler(event)`, { event: { request: { uri } } });
    expect(response).toEqual({
      statusCode: 301,
      statusDescription: "Moved Permanently",
      headers: { location: { value: location } },
    });
  });

  it("of an episode with a capital letter is unknown in a stage without a podcast", () => {
    const codeWithoutPodcast = rewritePageCode({ ...siteAddresses, hasPodcast: false });
    expect(runAtEdge(codeWithoutPodcast, `/Podcast/ep_${"0a".repeat(10)}`).uri).toBe("/not-found/index.html");
  });

  it("is rewritten by functions that fit into CloudFront's limit of 10 KB", () => {
    const prerenderedPages = Array.from({ length: 100 }, (_, i) => `/blog/an-article-with-a-name-${i}`);
    for (const createCode of [rewritePageCode, markNotFoundCode])
      expect(createCode({ ...siteAddresses, prerenderedPages }).length).toBeLessThan(10_000);
  });

  /** Runs `markNotFoundCode` at the response for the path, and returns the status that the viewer gets. */
  function statusAtEdge(uri: string, statusCode: number): number {
    const event = { request: { uri }, response: { statusCode } };
    const response: unknown = runInNewContext(`${markNotFoundCode(siteAddresses)}; handler(event)`, {
      event,
    });
    return z.parse(z.object({ statusCode: z.number() }), response).statusCode;
  }

  it.each([
    ["/about.php", 200, 404],
    ["/home", 200, 404],
    ["/constructor", 200, 404],
    // The browser has the page of an earlier response.
    ["/about.php", 304, 304],
    ["/store", 200, 200],
    ["/store/", 200, 200],
    ["/", 200, 200],
    ["/admin/dashboard", 200, 200],
    // The router ignores the case of a path.
    ["/Store", 200, 200],
    ["/Admin/Dashboard/", 200, 200],
    ["/Store/prd_", 200, 404],
    ["/robots.txt", 200, 200],
    ["/door-worker.js", 200, 200],
  ])("%s, for which the bucket answers %s, has the status %s", (address, bucketStatus, status) => {
    // AWS does not say whether the function gets the viewer's path or the rewritten path, so both must work.
    expect(statusAtEdge(address, bucketStatus)).toBe(status);
    expect(statusAtEdge(runAtEdge(rewritePageCode(siteAddresses), address).uri, bucketStatus)).toBe(status);
  });
});

describe("a page with products", () => {
  const category = categories[0].id;
  it.each([
    ["/", "/home/index.html", undefined],
    ["/store", "/store/index.html", undefined],
    ["/store?utm_source=mail", "/store/index.html", undefined],
    [`/store?category=${category}`, "/store/index.html", `category=${category}`],
    [
      `/store?page=2&sort=name&category=${category}`,
      "/store/index.html",
      `category=${category}&sort=name&page=2`,
    ],
    ["/store?page=99", "/store/index.html", "page=99"],
    ["/store?page=100", "/store/index.html", undefined],
    [`/?category=${category}&page=2`, "/home/index.html", undefined],
    ["/?q=hex", "/home/index.html", undefined],
    ["/store?page=0", "/store/index.html", undefined],
    ["/store?page=2%26q", "/store/index.html", undefined],
    ["/store?category=constructor", "/store/index.html", "other"],
    [`/store?category=${category}&q=hex`, "/store/index.html", "other"],
    ["/store?q=", "/store/index.html", "other"],
  ])("at %s is requested from the origin as %s with the filters %s", (address, uri, filters) => {
    const request = runAtEdge(rewritePageWithProductsCode, address, { "x-filters": { value: "forged" } });
    expect([request.uri, request.headers["x-filters"]?.value]).toEqual([uri, filters]);
  });
});

describe("a product's page", () => {
  it.each(["/store/prd_01J", "/store/prd_01J/", "/store/prd_01J//"])("is found at %s", (address) => {
    expect(runAtEdge(rewriteProductPageCode, address).uri).toBe("/store/prd_01J");
  });

  it("is found with the longest id that requests may have", () => {
    const path = `/store/prd_${"0".repeat(56)}`;
    expect(runAtEdge(rewriteProductPageCode, path).uri).toBe(path);
  });

  it.each([
    "/store/prd_01J/reviews",
    "/store/prd_%FF",
    "/store/prd_",
    "/store/prd_01J.html",
    `/store/prd_${"0".repeat(57)}`,
    `/store/prd_${"0".repeat(400)}`,
  ])("does not exist at %s", (address) => {
    expect(runAtEdge(rewriteProductPageCode, address).uri).toBe("/store/not-found");
  });
});

describe("an episode's page", () => {
  const path = `/podcast/ep_${"0a".repeat(10)}`;

  it.each([path, `${path}/`])("is found at %s", (address) => {
    expect(runAtEdge(rewriteEpisodePageCode, address).uri).toBe(path);
  });

  it.each([`${path}0`, path.slice(0, -1), `/podcast/ep_${"0A".repeat(10)}`])(
    "does not exist at %s",
    (address) => expect(runAtEdge(rewriteEpisodePageCode, address).uri).toBe("/podcast/not-found"),
  );
});

describe("the viewer's IP address", () => {
  it("is the address that CloudFront sees, even if the request's header contains another address", () => {
    const { headers } = runAtEdge(addViewerIpCode, "/api/contact", {
      "x-viewer-ip": { value: "198.51.100.1" },
    });
    expect(headers["x-viewer-ip"]).toEqual({ value: "203.0.113.7" });
  });
});

describe("a picture's key in the bucket", () => {
  it("is the picture's path without /media", () => {
    expect(runAtEdge(rewriteMediaPathCode, "/media/products/a.webp").uri).toBe("/products/a.webp");
  });
});
