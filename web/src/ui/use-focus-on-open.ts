import type { RefObject } from "react";
import { useEffect, useRef } from "react";

/** Focuses the element with this ref when the dialog around it opens. The browser alone would focus the close button. */
export function useFocusOnOpen<E extends HTMLElement>(open: boolean): RefObject<E | null> {
  const ref = useRef<E>(null);
  // The effects of children run first, so the dialog is open by now.
  useEffect(() => {
    if (open) ref.current?.focus();
  }, [open]);
  return ref;
}
