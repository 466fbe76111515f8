/**
 * Code that the service workers share. It declares the types of a worker, because TypeScript's library
 * `webworker` cannot be combined with `dom`.
 */

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
export const worker = self as unknown as WorkerScope;

/** Whether the file's name contains a hash of its content. */
export const isHashed = (url: string): boolean => url.startsWith("/assets/");

/**
 * Loads a file and stores it in a cache. `page` is the only URL that may be answered with HTML. Throws if the file cannot
 * be loaded.
 */
export async function cacheFile(cache: Cache, url: string, page: string): Promise<void> {
  const cachedResponse = isHashed(url) ? await caches.match(url) : undefined;
  const response = cachedResponse ?? (await fetch(url, { cache: isHashed(url) ? "default" : "no-cache" }));
  // For a missing file the edge sends the empty page, which is HTML. So HTML is an error, except for `page`.
  const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  if (!response.ok || isPage !== (url === page)) throw new Error(`${url} could not be loaded`);
  await cache.put(url, response);
}

/**
 * Deletes the caches of earlier versions. `currentCache` stays, and the newest `keptCount` of the others.
 */
export async function deleteOutdatedCaches(
  prefix: string,
  currentCache: string,
  keptCount: number,
): Promise<void> {
  const otherVersions = (await caches.keys()).filter(
    (name) => name.startsWith(prefix) && name !== currentCache,
  );
  const outdatedVersions = otherVersions.slice(0, Math.max(0, otherVersions.length - keptCount));
  await Promise.all(outdatedVersions.map((name) => caches.delete(name)));
}

/** The path of a GET request to the shop; a page's path has no slash at its end. Undefined for another origin or method. */
export function requestPath({ method, mode, url }: Request): string | undefined {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return undefined;
  return mode === "navigate" ? pathname.replace(/\/+$/, "") : pathname;
}
