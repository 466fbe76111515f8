import type { EmblaCarouselType } from "embla-carousel";
import { useEffect, useState } from "react";
import { useReducedMotion } from "../ui/use-reduced-motion.ts";

/** ms between two moves of a carousel. */
export const AUTOPLAY = 2000;

type Wanted = "by itself" | "by the visitor" | "stopped";

/**
 * Moves the carousel every 2 s: not while `held` (the pointer rests on it), nor when it cannot be seen or a dialog
 * is before it; under
 * reduced motion only when the visitor starts it. `stop` is for the focus, `toggle` for the button.
 */
export function useAutoplay(api: EmblaCarouselType | undefined, held: boolean) {
  const reduced = useReducedMotion();
  const [wanted, setWanted] = useState<Wanted>("by itself");
  const playing = wanted === "by the visitor" || (wanted === "by itself" && !reduced);

  useEffect(() => {
    if (!api || !playing || held) return;
    let inView = true;
    const observer = new IntersectionObserver(([entry]) => (inView = entry?.isIntersecting ?? false));
    observer.observe(api.rootNode());
    const timer = setInterval(() => {
      if (inView && document.visibilityState === "visible" && !document.querySelector("dialog:modal"))
        api.scrollNext(reduced);
    }, AUTOPLAY);
    return () => {
      clearInterval(timer);
      observer.disconnect();
    };
  }, [api, playing, held, reduced]);

  return {
    playing,
    stop: () => setWanted("stopped"),
    toggle: () => setWanted(playing ? "stopped" : "by the visitor"),
  };
}
