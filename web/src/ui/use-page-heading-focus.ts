import { useEffect, useRef } from "react";
import { isFocusLost } from "./is-focus-lost.ts";

/**
 * Returns a function to call when a button is pressed that the next `status` may remove. If a change of the status then leaves no
 * element with the focus, the page's h1 gets it. This ends when the status is no longer 'loading'.
 */
export function usePageHeadingFocus(status: string): () => void {
  const isPressed = useRef(false);
  useEffect(() => {
    if (isPressed.current && isFocusLost())
      document.querySelector<HTMLElement>("h1[tabindex]")?.focus({ preventScroll: true });
    if (status !== "loading") isPressed.current = false;
  }, [status]);
  return () => {
    isPressed.current = true;
  };
}
