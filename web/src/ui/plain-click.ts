import type { MouseEvent } from "react";

/** Whether a click is made without the keys that open a new tab or window, or start a download. */
const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** The click handler of a link. A plain click runs `action` instead of following the link. */
export const onPlainClick =
  (action: () => void) =>
  (event: MouseEvent): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    action();
  };
