import { useEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router-dom";
import { announce } from "../ui/announce.ts";
import { prefersReducedMotion } from "../ui/use-reduced-motion.ts";

const smooth = (): ScrollBehavior => (prefersReducedMotion() ? "auto" : "smooth");

/** The element that the hash names; null without one, or for a hash that cannot be decoded ('#%E0'). */
function elementOf(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/**
 * After a change of page: scrolls to the top or to the element that the hash names, focuses the h1 and announces the
 * title. A product's address is the store page with a dialog, so it counts as the same page. Must be rendered after the
 * page, so that the page's effects have set the title.
 */
export function ScrollAndFocus() {
  const { hash, key } = useLocation();
  const page = useMatches().at(-1)?.id;
  const before = useRef({ page, hash });
  useEffect(() => {
    const samePage = before.current.page === page;
    const sameHash = before.current.hash === hash;
    before.current = { page, hash };
    if (samePage && (sameHash || !hash)) return;
    const target = elementOf(hash);
    if (target) target.scrollIntoView({ behavior: smooth() });
    else window.scrollTo({ top: 0, behavior: smooth() });
    if (samePage) return;
    const heading =
      document.querySelector<HTMLElement>("h1[tabindex]") ?? document.querySelector<HTMLElement>("main");
    heading?.focus({ preventScroll: true });
    announce(document.title);
  }, [page, hash, key]);
  return null;
}
