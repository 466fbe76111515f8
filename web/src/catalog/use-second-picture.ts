import type { PointerEvent } from "react";
import { useRef, useState } from "react";

/** A finger that moves horizontally by at least these px makes a swipe. */
const SWIPE_PX = 30;

/**
 * Decides when a card shows its second picture: after a swipe until the next swipe. While the mouse is on the card, CSS
 * shows the second picture too. `isNeeded` becomes true when the second picture has to be loaded.
 */
export function useSecondPicture() {
  const [isNeeded, setIsNeeded] = useState(false);
  const [isSwiped, setIsSwiped] = useState(false);
  const startX = useRef<number>(undefined);
  return {
    isNeeded,
    isSwiped,
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType === "mouse") setIsNeeded(true);
      },
      onPointerDown: ({ pointerType, clientX }: PointerEvent) => {
        startX.current = pointerType === "touch" ? clientX : undefined;
      },
      onPointerUp: ({ clientX }: PointerEvent) => {
        if (startX.current === undefined || Math.abs(clientX - startX.current) < SWIPE_PX) return;
        setIsNeeded(true);
        setIsSwiped(!isSwiped);
      },
    },
  };
}
