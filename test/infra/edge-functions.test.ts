import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { mediaKey, rewritePage, stripSlash, viewerAddress } from "../../infra/edge-functions.ts";

const Request = z.object({ uri: z.string(), headers: z.record(z.string(), z.object({ value: z.string() })) });

/** Run an edge function, and return the request that the origin would receive. */
function atEdge(code: string, uri: string, headers: Record<string, { value: string }> = {}) {
  const event = { request: { uri, headers }, viewer: { ip: "203.0.113.7" } };
  return Request.parse(runInNewContext(`${code}; handler(event)`, { event }));
}

describe("a page's address", () => {
  const code = rewritePage(["", "/home", "/store"], [".js", ".txt"]);

  it.each([
    ["/", "/home/index.html"],
    ["/store", "/store/index.html"],
    ["/store/", "/store/index.html"],
    ["/admin/dashboard", "/index.html"],
    ["/store/prd_01J", "/index.html"],
    ["/assets/main-0a1b2c.js", "/assets/main-0a1b2c.js"],
    ["/robots.txt", "/robots.txt"],
    ["/assets/main-0a1b2c.js.map", "/assets/main-0a1b2c.js.map"],
    ["/about.php", "/index.html"],
    ["/no.such.page", "/index.html"],
    ["/constructor", "/index.html"],
  ])("%s is the file %s", (address, file) => {
    expect(atEdge(code, address).uri).toBe(file);
  });

  it("fits into CloudFront's limit of 10 KB", () => {
    expect(
      rewritePage(
        Array.from({ length: 100 }, (_, i) => `/blog/an-article-with-a-name-${i}`),
        [".js"],
      ).length,
    ).toBeLessThan(10_000);
  });
});

describe("a product's page", () => {
  it.each(["/store/prd_01J", "/store/prd_01J/", "/store/prd_01J//"])("is found at %s", (address) => {
    expect(atEdge(stripSlash, address).uri).toBe("/store/prd_01J");
  });
});

describe("the viewer's address", () => {
  it("is the one that CloudFront sees, even if the request contains another", () => {
    const { headers } = atEdge(viewerAddress, "/api/contact", { "x-viewer-ip": { value: "198.51.100.1" } });
    expect(headers["x-viewer-ip"]).toEqual({ value: "203.0.113.7" });
  });
});

describe("a picture's key", () => {
  it("is its path without /media", () => {
    expect(atEdge(mediaKey, "/media/products/a.webp").uri).toBe("/products/a.webp");
  });
});
