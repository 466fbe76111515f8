/**
 * The service worker of /ticket: a ticket page that was opened once opens again offline. The page comes from the network, so
 * that it is current; the cached page only replaces a missing, late or failed answer. Only files that are the same for all
 * visitors are cached; the tickets are in the browser's storage (web/src/tickets/stored-tickets.ts).
 */
import { deleteOutdatedCaches, cacheFile, requestPath, worker } from "../worker-scope.ts";

/**
 * The URLs of the page and of its files. The build writes these two constants. The version changes when one of the
 * files or the code of this worker changes.
 */
declare const FILES: readonly string[];
declare const VERSION: string;

const PAGE = "/ticket";
const CACHE_PREFIX = "ticket-";
const CACHE_NAME = CACHE_PREFIX + VERSION;
/**
 * The longest wait for the network. With bad reception, a phone may count as online for a minute without a
 * connection.
 */
const MAX_WAIT_MS = 4_000;
const files = new Set(FILES);

async function install(): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  await Promise.all(FILES.map((url) => cacheFile(cache, url, PAGE)));
  await worker.skipWaiting();
}

const readCachedFile = async (url: string): Promise<Response | undefined> =>
  (await caches.open(CACHE_NAME)).match(url);

/** The page from the network, or the cached page if there is no valid answer in time. */
async function loadPage(request: Request): Promise<Response> {
  const response = fetch(request);
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  const responseInTime = await Promise.race([response, timeout]).catch(() => undefined);
  // The firewall answers 403 to all networks that it blocks. A redirect has the status 0 here.
  if (responseInTime && responseInTime.status < 400) return responseInTime;
  return (await readCachedFile(PAGE)) ?? response;
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) =>
  event.waitUntil(deleteOutdatedCaches(CACHE_PREFIX, CACHE_NAME, 0)),
);
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = requestPath(request);
  if (path === undefined) return;
  if (request.mode === "navigate") {
    if (path === PAGE) event.respondWith(loadPage(request));
  } else if (files.has(path)) event.respondWith(readCachedFile(path).then((file) => file ?? fetch(request)));
});
