import { useEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router-dom";
import { announce } from "../ui/announce.ts";
import { prefersReducedMotion } from "../ui/use-reduced-motion.ts";

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

/**
 * After a change of page: scrolls to the top or to the element of the hash, focuses the h1 and announces the
 * title. A product's page is the store page with a dialog, so it counts as the same page. Must be rendered
 * after the page, so that the page's effects have set the title.
 */
export function ScrollAndFocus() {
  const { hash, key } = useLocation();
  const page = useMatches().at(-1)?.id;
  const previous = useRef({ page, hash });
  useEffect(() => {
    const isSamePage = previous.current.page === page;
    const isSameHash = previous.current.hash === hash;
    previous.current = { page, hash };
    if (isSamePage && (isSameHash || !hash)) return;
    const target = elementOf(hash);
    if (target) target.scrollIntoView({ behavior: scrollBehavior() });
    else window.scrollTo({ top: 0, behavior: scrollBehavior() });
    if (isSamePage) return;
    const heading =
      document.querySelector<HTMLElement>("h1[tabindex]") ?? document.querySelector<HTMLElement>("main");
    heading?.focus({ preventScroll: true });
    announce(document.title);
  }, [page, hash, key]);
  return null;
}
