import type { RefObject } from "react";
import { useEffect } from "react";

/** The longest wait for a picture. The slip is printed without a picture that takes longer. */
const PICTURE_TIMEOUT_MS = 3000;

/** Resolves when all pictures are loaded, or have failed. */
const picturesSettled = (element: HTMLElement): Promise<unknown> =>
  Promise.race([
    Promise.allSettled(Array.from(element.querySelectorAll("img"), (picture) => picture.decode())),
    new Promise((resolve) => setTimeout(resolve, PICTURE_TIMEOUT_MS)),
  ]);

/** Opens the browser's print dialog when the pictures in `ref` are loaded. */
export function usePrintWhenReady(ref: RefObject<HTMLElement | null>, onPrinted: () => void): void {
  useEffect(() => {
    let isUnmounted = false;
    window.addEventListener("afterprint", onPrinted, { once: true });
    if (ref.current)
      void picturesSettled(ref.current).then(() => {
        if (!isUnmounted) window.print();
      });
    return () => {
      isUnmounted = true;
      window.removeEventListener("afterprint", onPrinted);
    };
  }, [ref, onPrinted]);
}
