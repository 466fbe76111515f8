import { useEffect, useRef } from "react";
import { announce } from "./announce.ts";
import { isFocusLost } from "./is-focus-lost.ts";

const pageHeading = () => document.querySelector<HTMLElement>("h1[tabindex]");

/** If no element has the focus, focuses the h1, and so scrolls to it: it may be out of view on a long page of tickets. */
function focusHeadingIfLost(): void {
  if (isFocusLost()) pageHeading()?.focus();
}

/**
 * Returns a function to call when a button is pressed that the next `status` may remove. If a change of the status then leaves no
 * element with the focus, the page's h1 gets it. The call has this effect until the status is no longer 'loading'.
 */
export function usePageHeadingFocus(status: string): () => void {
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
export function usePageHeadingFocusAfterClose(isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) focusHeadingIfLost();
    wasOpen.current = isOpen;
  }, [isOpen]);
}

/**
 * For a page whose h1 appears only after loading. A link to the page has focused the main element, because there was no h1. When
 * `status` changes and the h1 has appeared, the h1 gets the focus and the page's title is announced.
 */
export function usePageHeadingFocusAfterLoad(status: string): void {
  useEffect(() => {
    const heading = pageHeading();
    if (!heading || document.activeElement !== document.querySelector("main")) return;
    heading.focus({ preventScroll: true });
    announce(document.title);
  }, [status]);
}
