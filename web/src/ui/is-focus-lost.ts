/** Whether no element has the focus, such as after the focused element was removed or disabled. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;
