import type { Page } from "@playwright/test";

/** Lets the server handle the next request of the page to `url`, but the page gets no answer. */
export const loseNextAnswer = (page: Page, url: string | RegExp) =>
  page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
