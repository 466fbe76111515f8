import type { BrowserContext } from "@playwright/test";

/**
 * Intercepts requests to other origins, so that no request leaves this machine. Returns a list that grows by
 * the URL of each such request. Answers with `html`; without it, aborts the request.
 */
export async function blockExternal(
  context: BrowserContext,
  ownOrigin: string,
  html?: string,
): Promise<string[]> {
  const requestedUrls: string[] = [];
  await context.route(
    (url) => url.origin !== ownOrigin,
    async (route) => {
      requestedUrls.push(route.request().url());
      await (html === undefined ? route.abort() : route.fulfill({ contentType: "text/html", body: html }));
    },
  );
  return requestedUrls;
}
