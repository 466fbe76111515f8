import { useEffect, useState } from "react";
import { isFocusLost } from "../../ui/is-focus-lost.ts";

/** The id of the heading above the list of orders, or above the order that is being packed. */
export const ORDERS_HEADING_ID = "orders-heading";

/** Focuses the heading with the id ORDERS_HEADING_ID. To be called after the focused element was removed. */
export const focusOrdersHeading = (): void =>
  document.getElementById(ORDERS_HEADING_ID)?.focus({ preventScroll: true });

/**
 * Focuses the select for the status of an order, or else the heading. The list and the open dialog can both have a select for
 * the order. So this function tries both: the browser ignores `focus` for the select behind the dialog.
 */
export function focusStatusSelect(orderId: string): void {
  for (const select of document.querySelectorAll<HTMLElement>(`[data-status-of="${orderId}"] select`))
    select.focus({ preventScroll: true });
  if (isFocusLost()) focusOrdersHeading();
}

/**
 * To be called by a dialog. If no element has the focus after the dialog was removed from the page, focuses the element that had
 * the focus before the dialog opened, or else the heading.
 */
export function useFocusReturn(): void {
  const [previousElement] = useState(() => document.activeElement);
  useEffect(
    () => () =>
      queueMicrotask(() => {
        if (isFocusLost() && previousElement instanceof HTMLElement) previousElement.focus();
        if (isFocusLost()) focusOrdersHeading();
      }),
    [previousElement],
  );
}
