import { vi } from "vitest";
import { ORIGIN } from "./shop.ts";

/** Answers requests to the site with `html`, the template of a product's page. Other requests are sent as usual. */
export function stubSiteHtml(html = "<html><head></head><body></body></html>"): void {
  const originalFetch = globalThis.fetch;
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) =>
    (input instanceof Request ? input.url : String(input)).startsWith(ORIGIN)
      ? Promise.resolve(new Response(html))
      : originalFetch(input, init),
  );
}
