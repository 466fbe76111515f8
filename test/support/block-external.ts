import type { BrowserContext } from "@playwright/test";

/**
 * Intercepts requests to other origins, so that no request leaves this machine. Returns a list that grows by
 * the URL of each such request. The response is `page`; without `page` the request is aborted.
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
