import type { RefObject } from "react";
import { useEffect, useRef } from "react";

/**
 * Returns a ref. The element with this ref gets the focus when the dialog opens. The browser alone would focus
 * the close button. With `preventScroll` the dialog is not scrolled to the element.
 */
export function useFocusOnOpen<E extends HTMLElement>(
  open: boolean,
  { preventScroll = false }: FocusOptions = {},
): RefObject<E | null> {
  const ref = useRef<E>(null);
  // The caller renders the dialog. React runs the effects of children first, so the dialog is already open.
  useEffect(() => {
    if (open) ref.current?.focus({ preventScroll });
  }, [open, preventScroll]);
  return ref;
}
