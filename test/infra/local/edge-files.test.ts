import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { pageHtml, openEdge } from "./edge-support.ts";

const { send } = openEdge();

describe("files", () => {
  test("have the headers of the response headers policy, and / serves index.html", async () => {
    const page = await send("/");
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
    expect(page.body.toString()).toBe(pageHtml);
    expect((await send("/", { headers: { "if-none-match": 'W/"index.html"' } })).status).toBe(304);
  });

  test("have the status that an edge function sets in the response, unless the bucket answers with an error", async () => {
    const tea = await send("/tea.html");
    expect([tea.status, tea.body.toString(), tea.headers["x-own"]]).toEqual([418, "<p>Tea</p>", "edge"]);
    expect((await send("/no-tea.html")).status).toBe(404);
  });

  test("of text are compressed for a client that accepts it, with a weak ETag; audio is not compressed", async () => {
    const { headers, body } = await send("/", { headers: { "accept-encoding": "gzip, br;q=0" } });
    expect(headers).toMatchObject({
      "content-encoding": "gzip",
      etag: 'W/"index.html"',
      vary: "Accept-Encoding",
    });
    expect(gunzipSync(body).toString()).toBe(pageHtml);
    expect(
      (await send("/", { headers: { "accept-encoding": "gzip, br" } })).headers["content-encoding"],
    ).toBe("br");
    expect((await send("/pour.mp3", { headers: { "accept-encoding": "gzip" } })).headers).not.toHaveProperty(
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
  ])("for the range %s have the status %i and the content '%s'", async (range, status, body) => {
    const response = await send("/pour.mp3", { headers: { range } });
    expect([response.status, response.body.toString()]).toEqual([status, body]);
  });

  test.each(["/none.txt", "/%ZZ", "/../secrets.json", "/..%2f..%2fetc/passwd"])(
    "that do not exist get 404: %s",
    async (path) => {
      expect((await send(path)).status).toBe(404);
    },
  );
});
