import { catalogApi } from "../../../shared/api-catalog.ts";
import type { Product } from "../../../shared/product.ts";
import { parseOutput, request } from "../api.ts";

/** Asked again while somebody uses the page, and after a minute of rest; both in ms. */
const BUSY = 5_000;
const RESTING = 30_000;
const REST_AFTER = 60_000;
const POLL_TIMEOUT = 10_000;
const ACTIVITY = ["pointermove", "pointerdown", "keydown", "scroll", "touchstart"] as const;

export type Catalogue = {
  /** 'failed' only as long as there is nothing to show; `stale` when the last look failed. */
  status: "loading" | "ready" | "failed";
  products: readonly Product[];
  stale: boolean;
};

const LOADING: Catalogue = { status: "loading", products: [], stale: false };

/** ETags compared weakly: compression on the way weakens them. */
const opaque = (etag: string | null): string | undefined => etag?.replace(/^W\//, "");

/** The products as they are now, where unchanged as the very same objects: what shows them has nothing to do. */
function sharing(before: readonly Product[], now: readonly Product[]): readonly Product[] {
  const known = new Map(before.map((product) => [product.id, product]));
  return now.map((product) => {
    const same = known.get(product.id);
    return same && JSON.stringify(same) === JSON.stringify(product) ? same : product;
  });
}

/**
 * The catalogue, kept fresh for as long as somebody subscribes: at once on focus, every 5 s in use, every 30 s at
 * rest, never while the page is hidden. Most answers are a 304 from the edge and change nothing here.
 */
export function createCatalogueStore() {
  let state = LOADING;
  let etag: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  let lastActive = 0;
  const listeners = new Set<() => void>();

  const set = (next: Catalogue) => {
    state = next;
    listeners.forEach((listener) => listener());
  };
  const schedule = () => {
    clearTimeout(timer);
    if (listeners.size === 0 || document.visibilityState === "hidden") return;
    timer = setTimeout(refresh, Date.now() - lastActive < REST_AFTER ? BUSY : RESTING);
  };
  const ask = async (signal: AbortSignal) => {
    const answer = await request(catalogApi.listProducts, {
      signal,
      timeoutMs: POLL_TIMEOUT,
      cache: "no-cache",
    });
    const tag = opaque(answer.headers.get("etag"));
    if (tag !== undefined && tag === etag && state.status === "ready") {
      if (state.stale) set({ ...state, stale: false });
      return;
    }
    const { products } = parseOutput(catalogApi.listProducts, await answer.json());
    etag = tag;
    set({ status: "ready", products: sharing(state.products, products), stale: false });
  };
  const refresh = () => {
    if (asking) return;
    const controller = new AbortController();
    asking = controller;
    ask(controller.signal)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        console.error("The catalogue could not be loaded", error);
        set(state.status === "ready" ? { ...state, stale: true } : { ...LOADING, status: "failed" });
      })
      .finally(() => {
        if (asking === controller) asking = undefined;
        schedule();
      });
  };
  const active = () => {
    const rested = Date.now() - lastActive >= REST_AFTER;
    lastActive = Date.now();
    if (rested) schedule();
  };
  const look = () => {
    if (document.visibilityState === "hidden") return clearTimeout(timer);
    lastActive = Date.now();
    refresh();
  };
  const start = () => {
    document.addEventListener("visibilitychange", look);
    window.addEventListener("focus", look);
    ACTIVITY.forEach((name) => window.addEventListener(name, active, { passive: true }));
    look();
  };
  const stop = () => {
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("focus", look);
    ACTIVITY.forEach((name) => window.removeEventListener(name, active));
    clearTimeout(timer);
    asking?.abort();
    asking = undefined;
  };

  return {
    current: () => state,
    server: () => LOADING,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      if (listeners.size === 1) start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    retry: (): void => {
      if (state.status === "failed") set(LOADING);
      refresh();
    },
  };
}

export const catalogueStore = createCatalogueStore();
