import type { BrowserContext } from "@playwright/test";

/**
 * Intercepts requests to other origins, so that none leaves this machine. Returns their URLs in a list that grows.
 * Each request gets `page`, or is aborted without one.
 */
export async function blockExternal(
  context: BrowserContext,
  ownOrigin: string,
  page?: string,
): Promise<string[]> {
  const requests: string[] = [];
  await context.route(
    (url) => url.origin !== ownOrigin,
    async (route) => {
      requests.push(route.request().url());
      await (page === undefined ? route.abort() : route.fulfill({ contentType: "text/html", body: page }));
    },
  );
  return requests;
}
