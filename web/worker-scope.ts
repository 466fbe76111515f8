/**
 * Code that the service workers share. It declares their types, because TypeScript's library `webworker` cannot be
 * combined with `dom`.
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

/** Stores a file in a cache. `page` is the only URL that may be answered with HTML. */
export async function loadFile(cache: Cache, url: string, page: string): Promise<void> {
  const known = isHashed(url) ? await caches.match(url) : undefined;
  const response = known ?? (await fetch(url, { cache: isHashed(url) ? "default" : "no-cache" }));
  // For a missing file the edge sends the empty page, which is HTML.
  const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  if (!response.ok || isPage !== (url === page)) throw new Error(`${url} could not be loaded`);
  await cache.put(url, response);
}

/** Deletes the oldest caches of other versions than `currentCache`; `kept` of them stay. */
export async function deleteOutdated(prefix: string, currentCache: string, kept: number): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== currentCache);
  const outdated = versions.slice(0, Math.max(0, versions.length - kept));
  await Promise.all(outdated.map((name) => caches.delete(name)));
}

/** The path of a request to the shop, for pages without a slash at the end. Undefined for another origin or method. */
export function pathOf({ method, mode, url }: Request): string | undefined {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return undefined;
  return mode === "navigate" ? pathname.replace(/\/+$/, "") : pathname;
}
