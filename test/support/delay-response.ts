import type { Page } from "@playwright/test";

/**
 * Forwards requests of one method to `url` at once, but delays their responses until `release` is called. `received`
 * resolves when the server has answered the first request, the promise of `release` when the page has this response.
 */
export async function delayResponse(page: Page, url: string | RegExp, method: string) {
  const whenReleased = Promise.withResolvers<void>();
  const whenReceived = Promise.withResolvers<void>();
  const whenFulfilled = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    whenReceived.resolve();
    await whenReleased.promise;
    // The page may have cancelled the request.
    await route.fulfill({ response }).catch(() => undefined);
    whenFulfilled.resolve();
  });
  return {
    received: whenReceived.promise,
    release: async (): Promise<void> => {
      whenReleased.resolve();
      await whenFulfilled.promise;
      await page.unroute(url);
    },
  };
}
