/**
 * The service worker of /door: it lets the page open offline. The page's files come from the cache. If one of them changes, the
 * build makes a new version of this worker. The browser installs it in the background, and during the installation the worker
 * loads the changed files. Calls of the API are not cached.
 */
import { DOOR_PATH } from "../../shared/tickets/door-path.ts";
import { deleteOutdatedCaches, isHashed, cacheFile, requestPath, worker } from "../worker-scope.ts";

/** The URLs of the page's files. The build writes this constant and VERSION. */
declare const FILES: readonly string[];
/** Changes when one of the files or the worker's own code changes. */
declare const VERSION: string;

/** The stage's settings, which the deployment writes. The worker reads them again at each start of the page. */
const CONFIG_PATH = "/config.json";
const CACHE_PREFIX = "door-";
const CACHE_NAME = CACHE_PREFIX + VERSION;
/**
 * The number of earlier versions that are kept, because a page that was opened before an update may still load their
 * files.
 */
const KEPT_VERSIONS = 1;
const files = new Set([CONFIG_PATH, ...FILES]);

async function install(): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  await Promise.all([...files].map((url) => cacheFile(cache, url, DOOR_PATH)));
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  await deleteOutdatedCaches(CACHE_PREFIX, CACHE_NAME, KEPT_VERSIONS);
  await worker.clients.claim();
}

/** The file from this version's cache, or else from another version's cache, or else from the network. */
async function loadFromCache(url: string, request: Request): Promise<Response> {
  const ownFile = await (await caches.open(CACHE_NAME)).match(url);
  return ownFile ?? (await caches.match(url)) ?? fetch(request);
}

/** Reads the stage's settings again and stores them. Without a network, the stored settings stay. */
const refreshConfig = async (): Promise<void> =>
  cacheFile(await caches.open(CACHE_NAME), CONFIG_PATH, DOOR_PATH).catch(() => undefined);

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = requestPath(request);
  if (path === undefined || (request.mode === "navigate" && path !== DOOR_PATH)) return;
  if (request.mode === "navigate") event.waitUntil(refreshConfig());
  if (files.has(path) || isHashed(path)) event.respondWith(loadFromCache(path, request));
});
