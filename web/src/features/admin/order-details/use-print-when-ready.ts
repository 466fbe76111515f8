import type { RefObject } from "react";
import { useEffect } from "react";

/** The longest wait for pictures. The packing slip is printed without pictures that take longer. */
const PICTURE_TIMEOUT_MS = 3000;

/** Resolves when each picture is loaded or has failed, or after PICTURE_TIMEOUT_MS. */
const waitForPictures = (element: HTMLElement): Promise<unknown> =>
  Promise.race([
    Promise.allSettled(Array.from(element.querySelectorAll("img"), (picture) => picture.decode())),
    new Promise((resolve) => setTimeout(resolve, PICTURE_TIMEOUT_MS)),
  ]);

/** Opens the browser's print dialog after `waitForPictures`. Calls `onPrinted` when the dialog is closed. */
export function usePrintWhenReady(ref: RefObject<HTMLElement | null>, onPrinted: () => void): void {
  useEffect(() => {
    let isUnmounted = false;
    window.addEventListener("afterprint", onPrinted, { once: true });
    if (ref.current)
      void waitForPictures(ref.current).then(() => {
        if (!isUnmounted) window.print();
      });
    return () => {
      isUnmounted = true;
      window.removeEventListener("afterprint", onPrinted);
    };
  }, [ref, onPrinted]);
}
