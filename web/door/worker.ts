/**
 * The service worker of /door: the page opens without a network. Its files come from the cache; a new version of the site
 * brings a new version of this file, which loads the changed files in the background. It does not touch calls of the API.
 */

/** The URLs of the page's files. The build writes these two constants; the version changes with each file. */
declare const DOOR_FILES: readonly string[];
declare const DOOR_VERSION: string;

/** TypeScript's library `webworker` cannot be combined with `dom`, so the few types that are used here are declared. */
type LifecycleEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type RequestEvent = LifecycleEvent & {
  request: Request;
  respondWith: (response: Promise<Response>) => void;
};
type WorkerScope = {
  addEventListener: ((type: "install" | "activate", listener: (event: LifecycleEvent) => void) => void) &
    ((type: "fetch", listener: (event: RequestEvent) => void) => void);
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};
const worker = self as unknown as WorkerScope;

const PAGE = "/door";
/** The stage's settings, which the deployment writes. They are read again at each start of the page. */
const CONFIG = "/config.json";
const PREFIX = "door-";
const CACHE = PREFIX + DOOR_VERSION;
/** A page that was opened before an update may still load files of the version before. */
const KEPT_VERSIONS = 2;
const files = new Set([CONFIG, ...DOOR_FILES]);
const isHashed = (url: string): boolean => url.startsWith("/assets/");

async function loadFile(cache: Cache, url: string): Promise<void> {
  const known = isHashed(url) ? await caches.match(url) : undefined;
  const response = known ?? (await fetch(url, { cache: isHashed(url) ? "default" : "no-cache" }));
  // A missing file is answered with the empty page.
  const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  if (!response.ok || isPage !== (url === PAGE)) throw new Error(`${url} could not be loaded`);
  await cache.put(url, response);
}

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all([...files].map((url) => loadFile(cache, url)));
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  const outdated = versions.slice(0, Math.max(0, versions.length - (KEPT_VERSIONS - 1)));
  await Promise.all(outdated.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** The file from this version's cache, from another version's, or from the network. */
async function fromCache(url: string, request: Request): Promise<Response> {
  const own = await (await caches.open(CACHE)).match(url);
  return own ?? (await caches.match(url)) ?? fetch(request);
}

const readConfig = async (): Promise<void> =>
  loadFile(await caches.open(CACHE), CONFIG).catch(() => undefined);

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const path = request.mode === "navigate" ? url.pathname.replace(/\/+$/, "") : url.pathname;
  if (request.mode === "navigate" && path !== PAGE) return;
  if (path === PAGE && request.mode === "navigate") event.waitUntil(readConfig());
  if (files.has(path) || isHashed(path)) event.respondWith(fromCache(path, request));
});
