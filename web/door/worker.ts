/**
 * The service worker of /door, with which the page opens offline. The page's files come from the cache. Each
 * new version of the site has a new version of this worker, which loads the changed files in the background.
 * Calls of the API are not cached.
 */
import { deleteOutdated, isHashed, loadFile, pathOf, worker } from "../worker-scope.ts";

/**
 * The URLs of the page's files. The build writes these two constants. The version changes when one of the files
 * changes.
 */
declare const FILES: readonly string[];
declare const VERSION: string;

const PAGE = "/door";
/** The stage's settings, which the deployment writes. They are read again at each start of the page. */
const CONFIG = "/config.json";
const PREFIX = "door-";
const CACHE = PREFIX + VERSION;
/**
 * The number of earlier versions that are kept, because a page that was opened before an update may still load their
 * files.
 */
const KEPT_VERSIONS = 1;
const files = new Set([CONFIG, ...FILES]);

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all([...files].map((url) => loadFile(cache, url, PAGE)));
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  await deleteOutdated(PREFIX, CACHE, KEPT_VERSIONS);
  await worker.clients.claim();
}

/** The file from this version's cache, or else from another version's cache, or else from the network. */
async function fromCache(url: string, request: Request): Promise<Response> {
  const ownFile = await (await caches.open(CACHE)).match(url);
  return ownFile ?? (await caches.match(url)) ?? fetch(request);
}

const readConfig = async (): Promise<void> =>
  loadFile(await caches.open(CACHE), CONFIG, PAGE).catch(() => undefined);

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request);
  if (path === undefined || (request.mode === "navigate" && path !== PAGE)) return;
  if (request.mode === "navigate") event.waitUntil(readConfig());
  if (files.has(path) || isHashed(path)) event.respondWith(fromCache(path, request));
});
