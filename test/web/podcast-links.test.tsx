import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import * as links from "../../shared/site/links.ts";
import { podcast } from "../../shared/site/podcast.ts";

// Each test loads the page's modules again, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const { spotify, youtube } = links.links;
/** The settings of a podcast with a player and films on other sites. */
const ON_OTHER_SITES = {
  listenLinks: [spotify, youtube],
  embeddedPlayer: { ...spotify, reportsReady: true },
  filmChannel: youtube,
};

/** The top of the podcast page, and its part about other sites, with these values in the settings. */
async function render(settings: Partial<Record<keyof typeof links, unknown>>) {
  vi.resetModules();
  vi.doMock("../../shared/site/links.ts", () => ({ ...links, ...ON_OTHER_SITES, ...settings }));
  const { Listen } = await import("../../web/src/features/podcast/listen.tsx");
  const { PodcastHead } = await import("../../web/src/features/podcast/podcast-head.tsx");
  return { head: renderToStaticMarkup(<PodcastHead />), listen: renderToStaticMarkup(<Listen />) };
}
afterEach(() => {
  vi.doUnmock("../../shared/site/links.ts");
  vi.resetModules();
});

test("the podcast page has a player and a channel on other sites, and buttons that lead there", async () => {
  const { head, listen } = await render({});
  for (const { heading } of [podcast.player, podcast.films]) expect(listen).toContain(heading);
  for (const { url } of ON_OTHER_SITES.listenLinks) expect(head).toContain(`href="${url}"`);
});

test("a podcast without a player on another site has no section for it", async () => {
  const { listen } = await render({ embeddedPlayer: undefined });
  expect(listen).not.toContain(podcast.player.heading);
  expect(listen).toContain(podcast.films.heading);
});

test("a podcast without films has no section for them", async () => {
  const { listen } = await render({ filmChannel: undefined });
  expect(listen).toContain(podcast.player.heading);
  expect(listen).not.toContain(podcast.films.heading);
});

test("a podcast that is on no other site has neither sections nor buttons", async () => {
  const settings = { listenLinks: [], embeddedPlayer: undefined, filmChannel: undefined };
  const { head, listen } = await render(settings);
  expect(listen).toBe("");
  expect(head).not.toContain("<a ");
});
