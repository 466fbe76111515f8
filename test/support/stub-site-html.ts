import { vi } from "vitest";
import { ORIGIN } from "./shop.ts";

/** Answers requests to the site with `html`, from which a product's page is made. Other requests go through. */
export function stubSiteHtml(html = "<html><head></head><body></body></html>"): void {
  const original = globalThis.fetch;
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) =>
    (input instanceof Request ? input.url : String(input)).startsWith(ORIGIN)
      ? Promise.resolve(new Response(html))
      : original(input, init),
  );
}
