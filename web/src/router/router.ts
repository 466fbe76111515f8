import { addEntryKey, currentEntry, createKey, readLocation, writeLocation } from "./browser-history.ts";
import { waitForBack } from "./go-back.ts";
import type { Location, NavigateOptions, To } from "./location.ts";
import { resolvePath } from "./location.ts";
import type { Match, Route } from "./match-routes.ts";
import { loadCode, matchRoutes, RouteLoadError } from "./match-routes.ts";

/** How the browser came to a location; 'traverse' is Back, Forward, a reload, the first page, or a plain link to a hash. */
export type NavigationType = "push" | "replace" | "traverse";

export type CurrentPage = {
  location: Location;
  type: NavigationType;
  match: Match;
  /** Set if the code of a route could not be loaded. */
  error?: RouteLoadError;
};

/** Returns whether to ask before this navigation. */
export type Blocker = (from: Location, to: Location) => boolean;
/** A navigation that waits for the visitor's decision. `id`: the id of the blocker that stopped it. */
export type BlockedNavigation = { id: string; proceed: () => void; stay: () => void };

export type RouterState = {
  page: CurrentPage;
  /** Whether the code of the next page is being loaded. */
  isLoading: boolean;
  blocked?: BlockedNavigation | undefined;
};

export type Router = {
  current: () => RouterState;
  subscribe: (listener: () => void) => () => void;
  /** Resolves when the page is opened, the navigation is blocked, or a newer navigation has replaced this one. */
  navigate: (to: To, options?: NavigateOptions) => Promise<void>;
  /** Asks `blocker` before each navigation, until the returned function is called. */
  addBlocker: (id: string, blocker: Blocker) => () => void;
};

/** The page at `location`. Does not load the page's code. */
const pageAt = (routes: readonly Route[], location: Location): CurrentPage => ({
  location,
  type: "traverse",
  match: matchRoutes(routes, location.pathname),
});

/** A router for one page, for prerendering. */
export function createStaticRouter(routes: readonly Route[], { pathname, search }: URL): Router {
  const page = pageAt(routes, { pathname, search, hash: "", state: null, key: "" });
  return {
    current: () => ({ page, isLoading: false }),
    subscribe: () => () => undefined,
    navigate: () => Promise.resolve(),
    addBlocker: () => () => undefined,
  };
}

/**
 * A router that follows the browser's history. It opens a page when the page's code is loaded: until then the URL
 * (except after Back and Forward) and the shown page stay. A newer navigation replaces an earlier navigation whose page is
 * still loading.
 */
export function createBrowserRouter(routes: readonly Route[]): Router {
  addEntryKey();
  let state: RouterState = { page: pageAt(routes, readLocation()), isLoading: false };
  let lastNavigationId = 0;
  /** The index of the current entry, to find out how far Back or Forward has gone. */
  let currentIndex = currentEntry()?.index;
  /** Called at the next 'popstate' event, which then is no navigation of the visitor. */
  let onReturned: (() => void) | undefined;
  /** Whether the visitor has allowed a blocked navigation, so that its 'popstate' event is not blocked again. */
  let isProceeding = false;
  const listeners = new Set<() => void>();
  const blockers = new Map<string, Blocker>();

  const setState = (newState: RouterState) => {
    state = newState;
    listeners.forEach((listener) => listener());
  };

  /** Opens the page at `location` when its code is loaded. `changeUrl` changes the browser's URL. */
  async function openPage(location: Location, type: NavigationType, changeUrl?: () => void): Promise<void> {
    const navigationId = ++lastNavigationId;
    const match = matchRoutes(routes, location.pathname);
    let error: RouteLoadError | undefined;
    const codePromise = loadCode(match);
    if (codePromise) {
      setState({ ...state, isLoading: true, blocked: undefined });
      await codePromise.catch((cause: unknown) => {
        if (!(cause instanceof RouteLoadError)) throw cause;
        error = cause;
      });
      if (navigationId !== lastNavigationId) return;
    }
    changeUrl?.();
    currentIndex = currentEntry()?.index;
    setState({ page: { location, type, match, ...(error ? { error } : {}) }, isLoading: false });
  }

  /** The id of the blocker that blocks a navigation to `to`; undefined if none does. */
  const blockerIdFor = (to: Location) =>
    [...blockers].find(([, blocker]) => blocker(state.page.location, to))?.[0];
  const block = (id: string, proceed: () => void) => setState({ ...state, blocked: { id, proceed, stay } });
  const stay = () => setState({ ...state, blocked: undefined });

  async function navigate(to: To, { replace = false, state: entryState = null }: NavigateOptions = {}) {
    const backPromise = waitForBack();
    if (backPromise) await backPromise;
    const path = resolvePath(to, state.page.location.pathname);
    const location: Location = { ...path, key: createKey(), state: entryState };
    const proceed = () =>
      openPage(location, replace ? "replace" : "push", () => writeLocation(location, replace));
    const blockerId = blockerIdFor(location);
    if (blockerId !== undefined) block(blockerId, () => void proceed());
    else await proceed();
  }

  function onTraverse(): void {
    // The browser adds an entry without an index for a link such as `#main`. Back could not
    // be blocked without an index.
    addEntryKey((currentIndex ?? 0) + 1);
    // NaN if one of the entries has no index.
    const steps = (currentEntry()?.index ?? NaN) - (currentIndex ?? NaN);
    currentIndex = currentEntry()?.index;
    if (onReturned) {
      onReturned();
      onReturned = undefined;
      return;
    }
    const location = readLocation();
    const blockerId = isProceeding ? undefined : blockerIdFor(location);
    isProceeding = false;
    if (blockerId === undefined || !steps) return void openPage(location, "traverse");
    // The browser is already at the other entry. So the router sends the browser back, and forward again if the
    // visitor decides to leave.
    const returnPromise = new Promise<void>((resolve) => (onReturned = resolve));
    window.history.go(-steps);
    block(blockerId, () => {
      isProceeding = true;
      void returnPromise.then(() => window.history.go(steps));
    });
  }
  window.addEventListener("popstate", onTraverse);
  // Tries again to load the first page's code if that failed before.
  if (loadCode(state.page.match)) void openPage(state.page.location, "traverse");

  return {
    current: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    navigate,
    addBlocker: (id, blocker) => {
      blockers.set(id, blocker);
      return () => blockers.delete(id);
    },
  };
}
