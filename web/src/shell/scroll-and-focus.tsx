import { useEffect, useLayoutEffect, useRef } from "react";
import { useIsTraversal, useLocation, useRoute } from "../router/hooks.ts";
import { announce } from "../ui/announce.ts";
import { dismissPageToasts } from "../ui/notify.ts";
import { prefersReducedMotion } from "../ui/use-reduced-motion.ts";
import { positionOf, recordPosition, restorePosition } from "./scroll-position.ts";

const scrollBehavior = (): ScrollBehavior => (prefersReducedMotion() ? "auto" : "smooth");

/**
 * The element whose id is in the hash; null without such an element, or if the hash cannot be decoded
 * ('#%E0').
 */
function elementOf(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

function scrollToElementOrTop(target: HTMLElement | null): void {
  if (target) target.scrollIntoView({ behavior: scrollBehavior() });
  else window.scrollTo({ top: 0, behavior: scrollBehavior() });
}

/**
 * Focuses the h1 and announces the title. A page without an h1 is still loading: then `main` gets the focus, and nothing is
 * announced, because the document has the title of the page before.
 */
function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("h1[tabindex]");
  (heading ?? document.querySelector<HTMLElement>("main"))?.focus({ preventScroll: true });
  if (heading) announce(document.title);
}

/** Whether this document was opened by a link or a typed URL, not by Back, Forward or a reload. */
const isNewVisit = (): boolean =>
  performance
    .getEntriesByType("navigation")
    .some((navigation) => "type" in navigation && navigation.type === "navigate");

/**
 * Whether the visitor has scrolled the page before its code ran. The browser itself scrolls only to the element of
 * a hash.
 */
const isScrolledBeforeCode = (): boolean => window.location.hash === "" && window.scrollY > 0;

/**
 * Scrolls to where the visitor left the page, after Back, Forward and a reload. The browser's own restoration
 * comes before the page is rendered, so it fails on long pages. Returns a ref that says whether a stored position
 * was found.
 */
function useRestoredScroll(key: string) {
  const isTraversal = useIsTraversal();
  const isFirst = useRef(true);
  const isRestored = useRef(false);
  useLayoutEffect(() => {
    // The router counts the first page as a traversal. A new visit begins at the top.
    const shouldRestore = isTraversal && !(isFirst.current && (isNewVisit() || isScrolledBeforeCode()));
    isFirst.current = false;
    window.history.scrollRestoration = "manual";
    const top = shouldRestore ? positionOf(key) : undefined;
    isRestored.current = top !== undefined;
    const stopRestoring = top === undefined ? undefined : restorePosition(top);
    const stopRecording = recordPosition(key, isRestored.current);
    return () => {
      stopRestoring?.();
      stopRecording();
    };
  }, [key, isTraversal]);
  return isRestored;
}

/**
 * After a change of page: scrolls to the top or to the element of the hash, focuses the h1 and announces the title. If only
 * the hash changes: scrolls to its element. After Back, Forward and a reload, scrolls to where the visitor was. A product's
 * page counts as the store's page, because it is the store with a dialog. Must be rendered after the page, so that the
 * page's effects have set the title.
 */
export function ScrollAndFocus() {
  const { hash, key } = useLocation();
  const route = useRoute();
  const isRestoredRef = useRestoredScroll(key);
  const previousLocation = useRef({ route, hash });
  // Dismisses the toasts of the old page. The cleanup of a layout effect runs before the effects of the new page, which may
  // show toasts.
  useLayoutEffect(() => dismissPageToasts, [route]);
  useEffect(() => {
    const isSamePage = previousLocation.current.route === route;
    const isSameHash = previousLocation.current.hash === hash;
    previousLocation.current = { route, hash };
    if (isSamePage && (isSameHash || !hash)) return;
    if (!isRestoredRef.current) scrollToElementOrTop(elementOf(hash));
    if (!isSamePage) focusHeading();
  }, [route, hash, key, isRestoredRef]);
  return null;
}
