/** The parts of a URL that the router handles: '/store', '?q=hex', '#top'. An absent search or hash is ''. */
export type Path = { pathname: string; search: string; hash: string };

/** A page's URL, with the state and the key of its entry in the browser's history. */
export type Location = Path & { state: unknown; key: string };

/** Where a link leads. In an object, an absent pathname means the current one, an absent search or hash means ''. */
export type To = string | Partial<Path>;

export type NavigateOptions = {
  /** Replaces the current entry of the browser's history instead of adding one. */
  replace?: boolean;
  /** Kept in the history entry. */
  state?: unknown;
};

/** Any origin: only the path of the parsed URL is used. */
const ORIGIN = "http://localhost";

/** The key of an entry that has no key of its own yet. The browser adds such an entry for a link to a hash. */
export const DEFAULT_KEY = "default";

export const hrefOf = ({ pathname, search, hash }: Path): string => pathname + search + hash;

/** The path to which `to` leads from the page at `pathname`. */
export function resolvePath(to: To, pathname: string): Path {
  const text = typeof to === "string" ? to : hrefOf({ pathname, search: "", hash: "", ...to });
  // A path that starts with two slashes would be read as a host, so a path is appended to the origin.
  const url = text.startsWith("/") ? new URL(ORIGIN + text) : new URL(text, ORIGIN + pathname);
  return { pathname: url.pathname, search: url.search, hash: url.hash };
}
