import type { BrowserContext, Page } from "@playwright/test";

/**
 * A browser context for one test after another. What pages stored is deleted before the next test, but the processes and
 * the cached files stay: with them, a page opens in two thirds of the time. `keptPage` keeps the processes running.
 */
type SharedContext = { context: BrowserContext; keptPage: Page };

/** The stored data of a visitor, as `BrowserContext.storageState` returns it. */
export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;
type LocalStorageEntry = { name: string; value: string };

/** The shared contexts that no test is using. */
const freeContexts: SharedContext[] = [];

/** Runs in a page of the shop: deletes everything that pages of the shop stored, and stores `entries`. */
async function resetStorage(entries: LocalStorageEntry[]): Promise<void> {
  localStorage.clear();
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  for (const { name = "" } of await indexedDB.databases())
    await new Promise((resolve) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = request.onerror = resolve;
    });
  for (const { name, value } of entries) localStorage.setItem(name, value);
}

async function openSharedContext(newContext: () => Promise<BrowserContext>): Promise<SharedContext> {
  const context = await newContext();
  const keptPage = await context.newPage();
  await keptPage.goto("/robots.txt");
  return { context, keptPage };
}

/** Runs in a page: whether a test has set a clock for the context, which cannot be taken back. */
const hasClock = (): boolean => "__pwClock" in window;

async function endUse(shared: SharedContext): Promise<void> {
  const { context, keptPage } = shared;
  if (await keptPage.evaluate(hasClock)) return context.close();
  for (const page of context.pages()) if (page !== keptPage) await page.close();
  await context.unrouteAll();
  await context.clearCookies();
  await context.clearPermissions();
  await context.setOffline(false);
  freeContexts.push(shared);
}

/** Whether a page with these options can be in a shared context. */
export const canShareContext = (options: object): boolean =>
  Object.keys(options).every((name) => name === "viewport" || name === "storageState");

/**
 * Takes a free shared context, or opens one with `newContext`, and stores the cookies and the localStorage of `storageState`.
 * Call `release` after the test.
 */
export async function takeSharedContext(
  newContext: () => Promise<BrowserContext>,
  storageState: StorageState | undefined,
): Promise<{ context: BrowserContext; release: () => Promise<void> }> {
  const shared = freeContexts.pop() ?? (await openSharedContext(newContext));
  await shared.keptPage.evaluate(resetStorage, storageState?.origins[0]?.localStorage ?? []);
  await shared.context.addCookies(storageState?.cookies ?? []);
  return {
    context: shared.context,
    release: () => endUse(shared),
  };
}
