import type { RefObject } from "react";
import { useEffect, useRef } from "react";

/**
 * Returns a ref. Its element gets the focus when the dialog opens; the browser alone would focus the close
 * button.
 */
export function useFocusOnOpen<E extends HTMLElement>(open: boolean): RefObject<E | null> {
  const ref = useRef<E>(null);
  // The effects of children run first, so the dialog is already open.
  useEffect(() => {
    if (open) ref.current?.focus();
  }, [open]);
  return ref;
}
