import type { EmblaCarouselType } from "embla-carousel";
import type { RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { observeInView } from "../ui/observe-in-view.ts";
import { useReducedMotion } from "../ui/use-reduced-motion.ts";

/** The carousel's code is fetched when the carousel is nearer than this to the visible part of the page. */
const LOAD_MARGIN = "400px";
/** The time between two moves of a carousel. */
export const AUTOPLAY_MS = 2000;

/** Turns the element with `ref` into a carousel once it is near the visible part of the page. */
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
    let carousel: EmblaCarouselType | undefined;
    let isUnmounted = false;
    const createCarousel = async () => {
      const { default: EmblaCarousel } = await import("embla-carousel");
      if (isUnmounted) return;
      // `duration` has Embla's own unit, from 20 (fast) to 60: https://www.embla-carousel.com/api/options/#duration
      carousel = EmblaCarousel(root, { loop: true, align: "start", duration: 28 });
      setApi(carousel);
    };
    const stopObserving = observeInView(
      root,
      (isNear) => {
        if (!isNear) return;
        stopObserving();
        createCarousel().catch((error: unknown) =>
          console.error("The carousel's code could not be loaded", error),
        );
      },
      { rootMargin: LOAD_MARGIN },
    );
    return () => {
      isUnmounted = true;
      stopObserving();
      carousel?.destroy();
      setApi(undefined);
    };
  }, [hasSlides]);
  return { ref, api };
}

type AutoplayMode = "automatic" | "started by the visitor" | "stopped";

/**
 * Moves the carousel every 2 s until it is stopped, except while `isHovered`, out of view, on a hidden page or behind a
 * dialog. With reduced motion, the carousel moves only after the visitor started it.
 */
export function useAutoplay(api: EmblaCarouselType | undefined, isHovered: boolean) {
  const isMotionReduced = useReducedMotion();
  const [mode, setMode] = useState<AutoplayMode>("automatic");
  const isPlaying = mode === "started by the visitor" || (mode === "automatic" && !isMotionReduced);

  useEffect(() => {
    if (!api || !isPlaying || isHovered) return;
    let isInView = true;
    const stopObserving = observeInView(api.rootNode(), (newIsInView) => (isInView = newIsInView));
    const timer = setInterval(() => {
      if (isInView && document.visibilityState === "visible" && !document.querySelector("dialog:modal"))
        api.scrollNext(isMotionReduced);
    }, AUTOPLAY_MS);
    return () => {
      clearInterval(timer);
      stopObserving();
    };
  }, [api, isPlaying, isHovered, isMotionReduced]);

  return {
    isPlaying,
    stop: () => setMode("stopped"),
    toggle: () => setMode(isPlaying ? "stopped" : "started by the visitor"),
  };
}
