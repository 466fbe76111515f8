import type { RefObject } from "react";
import { useEffect, useState } from "react";
import { useReducedMotion } from "../ui/use-reduced-motion.ts";
import { EVERY, LONGEST, scrambled, TICK } from "./scramble.ts";

/**
 * What to show of `text`: every 15 s it scrambles and comes to rest. It rests while `held` (hovered, focused), off-screen,
 * on a hidden page and under reduced motion.
 */
export function useScramble(text: string, held: boolean, ref: RefObject<Element | null>): string {
  const [shown, setShown] = useState(text);
  const reduced = useReducedMotion();
  const resting = held || reduced;

  useEffect(() => {
    const element = ref.current;
    if (resting || !element) return;
    let ticking: ReturnType<typeof setInterval> | undefined;
    let inView = false;
    const rest = () => {
      clearInterval(ticking);
      setShown(text);
    };
    const observer = new IntersectionObserver(([entry]) => {
      inView = entry?.isIntersecting ?? false;
      if (!inView) rest();
    });
    observer.observe(element);
    const scramble = () => {
      if (!inView || document.visibilityState === "hidden") return;
      clearInterval(ticking);
      let elapsed = 0;
      ticking = setInterval(() => {
        elapsed += TICK;
        if (elapsed >= LONGEST) return rest();
        setShown(scrambled(text, elapsed, Math.random));
      }, TICK);
    };
    const repeating = setInterval(scramble, EVERY);
    return () => {
      clearInterval(repeating);
      observer.disconnect();
      rest();
    };
  }, [text, resting, ref]);
  return shown;
}
