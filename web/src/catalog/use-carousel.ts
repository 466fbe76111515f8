import type { EmblaCarouselType } from "embla-carousel";
import type { RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { useReducedMotion } from "../ui/use-reduced-motion.ts";

/** The carousel's code is fetched when it comes this near to the window. */
const LOAD_MARGIN = "400px";
/** ms between two moves of a carousel. */
export const AUTOPLAY = 2000;

/** Makes a carousel of the element with `ref` once it comes near the window; before that, the first slides are shown. */
export function useCarousel(slideCount: number): {
  ref: RefObject<HTMLDivElement | null>;
  api: EmblaCarouselType | undefined;
} {
  const ref = useRef<HTMLDivElement>(null);
  const [api, setApi] = useState<EmblaCarouselType>();
  const hasSlides = slideCount > 0;
  useEffect(() => {
    const root = ref.current;
    if (!root || !hasSlides) return;
    let created: EmblaCarouselType | undefined;
    let unmounted = false;
    const create = async () => {
      const { default: EmblaCarousel } = await import("embla-carousel");
      if (unmounted) return;
      created = EmblaCarousel(root, { loop: true, align: "start", duration: 28 });
      setApi(created);
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        create().catch((error: unknown) => console.error("The carousel's code could not be loaded", error));
      },
      { rootMargin: LOAD_MARGIN },
    );
    observer.observe(root);
    return () => {
      unmounted = true;
      observer.disconnect();
      created?.destroy();
      setApi(undefined);
    };
  }, [hasSlides]);
  return { ref, api };
}

type Autoplay = "automatic" | "started by the visitor" | "stopped";

/**
 * Moves the carousel every 2 s. It waits while `hovered`, out of view, on a hidden page and behind a dialog. Under
 * reduced motion it moves only after the visitor started it. `stop` is for the focus, `toggle` for the button.
 */
export function useAutoplay(api: EmblaCarouselType | undefined, hovered: boolean) {
  const reduced = useReducedMotion();
  const [mode, setMode] = useState<Autoplay>("automatic");
  const playing = mode === "started by the visitor" || (mode === "automatic" && !reduced);

  useEffect(() => {
    if (!api || !playing || hovered) return;
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
  }, [api, playing, hovered, reduced]);

  return {
    playing,
    stop: () => setMode("stopped"),
    toggle: () => setMode(playing ? "stopped" : "started by the visitor"),
  };
}
