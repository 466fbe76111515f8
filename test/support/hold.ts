import type { Page } from "@playwright/test";

/**
 * Lets requests of one method to `url` be done at once but answered only after `release`; `asked` resolves with the
 * first of them. `release` resolves when the page has its answer.
 */
export async function hold(page: Page, url: string, method: string) {
  const gate = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  const given = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    first.resolve();
    await gate.promise;
    await route.fulfill({ response });
    given.resolve();
  });
  return {
    asked: first.promise,
    release: async (): Promise<void> => {
      gate.resolve();
      await given.promise;
      await page.unroute(url);
    },
  };
}
