import { useEffect, useRef } from "react";

const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

function focusHeadingIfLost(): void {
  if (isFocusLost()) document.querySelector<HTMLElement>("h1[tabindex]")?.focus({ preventScroll: true });
}

/**
 * Returns a function to call when a button is pressed that the next `status` may remove. If no element has the focus after a change of
 * the status, the page's h1 gets it, until the status is no longer 'loading'.
 */
export function useHeadingFocus(status: string): () => void {
  const isPressed = useRef(false);
  useEffect(() => {
    if (isPressed.current) focusHeadingIfLost();
    if (status !== "loading") isPressed.current = false;
  }, [status]);
  return () => {
    isPressed.current = true;
  };
}

/**
 * Focuses the page's h1 after a dialog was closed whose button is no longer on the page. The dialog must be rendered by the caller
 * or below it, so that it is closed before this effect runs.
 */
export function useHeadingFocusAfterClose(isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) focusHeadingIfLost();
    wasOpen.current = isOpen;
  }, [isOpen]);
}
