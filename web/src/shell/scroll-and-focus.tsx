import { useEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router-dom";
import { announce } from "../ui/announce.ts";
import { prefersReducedMotion } from "../ui/use-reduced-motion.ts";

const smooth = (): ScrollBehavior => (prefersReducedMotion() ? "auto" : "smooth");

/** The element that the address names; null when there is none, or when somebody cut the address short ('#%E0'). */
function partOf(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/**
 * After a change of page: scrolls to the top (or to the part that the address names), gives the focus to the h1 and
 * says the title. A product's address opens a dialog on the store page, so it is the same page. Rendered after the
 * page, whose effects (the title) come first.
 */
export function ScrollAndFocus() {
  const { hash, key } = useLocation();
  const page = useMatches().at(-1)?.id;
  const before = useRef({ page, hash });
  useEffect(() => {
    const same = before.current.page === page;
    const sameHash = before.current.hash === hash;
    before.current = { page, hash };
    if (same && (sameHash || !hash)) return;
    const part = partOf(hash);
    if (part) part.scrollIntoView({ behavior: smooth() });
    else window.scrollTo({ top: 0, behavior: smooth() });
    if (same) return;
    const heading =
      document.querySelector<HTMLElement>("h1[tabindex]") ?? document.querySelector<HTMLElement>("main");
    heading?.focus({ preventScroll: true });
    announce(document.title);
  }, [page, hash, key]);
  return null;
}
