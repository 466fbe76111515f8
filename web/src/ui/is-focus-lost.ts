/**
 * Whether no element has the focus, such as after the focused element was removed or disabled. An element in a closed dialog has
 * lost the focus too, although the browser still names it until the next frame.
 */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.matches("dialog:not([open]) *");
}
