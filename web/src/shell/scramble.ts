import type { RefObject } from "react";
import { useEffect, useState } from "react";
import { useReducedMotion } from "../ui/use-reduced-motion.ts";

/** ms between two changes of the letters, of one scramble, and between the starts of two. */
export const TICK = 50;
export const DURATION = 1200;
export const INTERVAL = 15_000;

const GLYPHS = "!<>-_/[]{}=+*?#$%&01";

/**
 * `text` after `elapsed` ms of a scramble: its letters come back from left to right, the others are chosen by `random`
 * (0 to below 1). Length and spaces stay the same.
 */
export function scrambled(text: string, elapsed: number, random: () => number): string {
  const restored = Math.floor((elapsed / (DURATION - TICK)) * text.length);
  return [...text]
    .map((letter, index) =>
      index < restored || letter === " " ? letter : (GLYPHS[Math.floor(random() * GLYPHS.length)] ?? letter),
    )
    .join("");
}

/**
 * The text to show in place of `text`: it scrambles every 15 s, but not while `paused` (hovered, focused), out of view, on a
 * hidden page or under reduced motion.
 */
export function useScramble(text: string, paused: boolean, ref: RefObject<Element | null>): string {
  const [shown, setShown] = useState(text);
  const reduced = useReducedMotion();
  const still = paused || reduced;

  useEffect(() => {
    const element = ref.current;
    if (still || !element) return;
    let ticking: ReturnType<typeof setInterval> | undefined;
    let inView = false;
    const end = () => {
      clearInterval(ticking);
      setShown(text);
    };
    const observer = new IntersectionObserver(([entry]) => {
      inView = entry?.isIntersecting ?? false;
      if (!inView) end();
    });
    observer.observe(element);
    const start = () => {
      if (!inView || document.visibilityState === "hidden") return;
      clearInterval(ticking);
      let elapsed = 0;
      ticking = setInterval(() => {
        elapsed += TICK;
        if (elapsed >= DURATION) return end();
        setShown(scrambled(text, elapsed, Math.random));
      }, TICK);
    };
    const repeating = setInterval(start, INTERVAL);
    return () => {
      clearInterval(repeating);
      observer.disconnect();
      end();
    };
  }, [text, still, ref]);
  return shown;
}
