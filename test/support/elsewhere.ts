import type { BrowserContext } from "@playwright/test";

/**
 * Stands for every other company on the web: nothing leaves this machine. Answers what was asked of whom, as it grows.
 * `page` is what a frame gets; without one nobody answers.
 */
export async function standInForOthers(
  context: BrowserContext,
  own: string,
  page?: string,
): Promise<string[]> {
  const asked: string[] = [];
  await context.route(
    (url) => url.origin !== own,
    async (route) => {
      asked.push(route.request().url());
      await (page === undefined ? route.abort() : route.fulfill({ contentType: "text/html", body: page }));
    },
  );
  return asked;
}
