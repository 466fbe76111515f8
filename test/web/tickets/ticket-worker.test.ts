import { beforeAll, expect, test, vi } from "vitest";

type FetchEvent = { request: Partial<Request>; respondWith: (response: Promise<Response>) => void };
const ORIGIN = "https://shop.example";
let onFetch: (event: FetchEvent) => void = () => undefined;

beforeAll(async () => {
  const cache = { match: () => Promise.resolve(new Response("cached")) };
  vi.stubGlobal("self", {
    addEventListener: (type: string, listener: typeof onFetch) => {
      if (type === "fetch") onFetch = listener;
    },
  });
  vi.stubGlobal("caches", { open: () => Promise.resolve(cache) });
  vi.stubGlobal("location", { origin: ORIGIN });
  vi.stubGlobal("FILES", []);
  vi.stubGlobal("VERSION", "1");
  await import("../../../web/ticket/worker.ts");
});

/** The text of the page that the worker shows if the network answers with `status`. */
async function openPage(status: number): Promise<string> {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("from the network", { status })));
  const response = Promise.withResolvers<Response>();
  onFetch({
    request: { method: "GET", mode: "navigate", url: `${ORIGIN}/ticket` },
    respondWith: (answer) => void answer.then(response.resolve, response.reject),
  });
  return (await response.promise).text();
}

test.each([403, 429, 500, 503])(
  "the cached page replaces an answer with the status %i, for example of the firewall, which may block the network of a venue",
  async (status) => expect(await openPage(status)).toBe("cached"),
);

test("a page from the network is shown in place of the cached page", async () => {
  expect(await openPage(200)).toBe("from the network");
});
