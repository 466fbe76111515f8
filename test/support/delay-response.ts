import type { Page } from "@playwright/test";

/**
 * Forwards requests of one method to `url` at once, but delays their responses until `release` is called. `received`
 * resolves when the server has handled the first request, `release` when the page has its response.
 */
export async function delayResponse(page: Page, url: string, method: string) {
  const released = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  const fulfilled = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    first.resolve();
    await released.promise;
    // The page may have cancelled the request.
    await route.fulfill({ response }).catch(() => undefined);
    fulfilled.resolve();
  });
  return {
    received: first.promise,
    release: async (): Promise<void> => {
      released.resolve();
      await fulfilled.promise;
      await page.unroute(url);
    },
  };
}
