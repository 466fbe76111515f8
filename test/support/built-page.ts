import { vi } from "vitest";
import { ORIGIN } from "./shop.ts";

/** The site answers with an empty built page, which a product's page is made of; every other address answers as ever. */
export function stubBuiltPage(html = "<html><head></head><body></body></html>"): void {
  const real = globalThis.fetch;
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) =>
    (input instanceof Request ? input.url : String(input)).startsWith(ORIGIN)
      ? Promise.resolve(new Response(html))
      : real(input, init),
  );
}
