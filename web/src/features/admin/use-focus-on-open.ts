import type { RefObject } from "react";
import { useEffect, useRef } from "react";

/** For what has the focus when a dialog opens: the browser alone would give it to the first button, the x. */
export function useFocusOnOpen<E extends HTMLElement>(open: boolean): RefObject<E | null> {
  const ref = useRef<E>(null);
  // The effects of what is inside come first: the dialog is open by now.
  useEffect(() => {
    if (open) ref.current?.focus();
  }, [open]);
  return ref;
}
