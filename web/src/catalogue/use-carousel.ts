import type { EmblaCarouselType } from "embla-carousel";
import type { RefObject } from "react";
import { useEffect, useRef, useState } from "react";

/** How near the window the carousel has to be before its code is fetched. */
const NEAR = "400px";

/**
 * Makes a carousel of the element that `ref` is put on, once it comes near the window; until then its first slides simply
 * stand there. `count` is how many slides there are.
 */
export function useCarousel(count: number): {
  ref: RefObject<HTMLDivElement | null>;
  api: EmblaCarouselType | undefined;
} {
  const ref = useRef<HTMLDivElement>(null);
  const [api, setApi] = useState<EmblaCarouselType>();
  const some = count > 0;
  useEffect(() => {
    const root = ref.current;
    if (!root || !some) return;
    let made: EmblaCarouselType | undefined;
    let left = false;
    const make = async () => {
      const { default: EmblaCarousel } = await import("embla-carousel");
      if (left) return;
      made = EmblaCarousel(root, { loop: true, align: "start", duration: 28 });
      setApi(made);
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        make().catch((error: unknown) => console.error("The carousel's code could not be loaded", error));
      },
      { rootMargin: NEAR },
    );
    observer.observe(root);
    return () => {
      left = true;
      observer.disconnect();
      made?.destroy();
      setApi(undefined);
    };
  }, [some]);
  return { ref, api };
}
