import type { RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { useLazyModule } from "../lazy-module.ts";
import { useReducedMotion } from "../ui/use-reduced-motion.ts";
import { footerEffects } from "./lazy-footer-effects.ts";

/**
 * The text to show instead of `text`. It is scrambled when it is first in view, and then every 15 s. It is
 * not scrambled while `isPaused` or out of view, on a hidden page, with reduced motion, or before the page is idle.
 */
export function useScramble(text: string, isPaused: boolean, ref: RefObject<Element | null>): string {
  const [shownText, setShownText] = useState(text);
  const isMotionReduced = useReducedMotion();
  const { module: loadedModule } = useLazyModule(footerEffects, false);
  const wasSeen = useRef(false);

  useEffect(() => {
    if (isPaused || isMotionReduced || !loadedModule || !ref.current) return;
    return loadedModule.scrambleInView(ref.current, text, wasSeen, setShownText);
  }, [text, isPaused, isMotionReduced, loadedModule, ref]);
  return shownText;
}
