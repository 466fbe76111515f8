import type { FocusEvent } from "react";
import { useEffect, useEffectEvent, useRef } from "react";
import { isFocusLost } from "../../ui/is-focus-lost.ts";

/** The focused element, and the `data-row` of the row that contains it. */
type FocusedElement = { element: Element; rowId: string | undefined };

/**
 * Calls `onLost` after the focused element was removed from the page, for example because another admin has changed what is
 * shown. `rowId`: the `data-row` of the row that contained the element. Returns the handlers for the element around all elements
 * that may be removed. The component must render whenever one of them is removed.
 */
export function useFocusAfterRemoval(onLost: (rowId: string | undefined) => void) {
  const focusedElement = useRef<FocusedElement>(undefined);
  const onRemoved = useEffectEvent(onLost);
  useEffect(() => {
    // React reports no blur of a removed element.
    const { element, rowId } = focusedElement.current ?? {};
    if (!element || element.isConnected) return;
    focusedElement.current = undefined;
    if (isFocusLost()) onRemoved(rowId);
  });
  return {
    onFocus: ({ target }: FocusEvent<Element>) => {
      const rowId = target.closest<HTMLElement>("[data-row]")?.dataset["row"];
      focusedElement.current = { element: target, rowId };
    },
    onBlur: () => {
      focusedElement.current = undefined;
    },
  };
}

/**
 * The id of the row that gets the focus after the focused element of the row `id` was removed: this row if it is still listed, or
 * else the nearest later row that is, or else the nearest earlier row. Undefined if there is none.
 */
export function rowIdAfterRemoval(
  id: string,
  idsBefore: readonly string[],
  ids: readonly string[],
): string | undefined {
  const index = idsBefore.indexOf(id);
  const nearestIds = [id, ...idsBefore.slice(index + 1), ...idsBefore.slice(0, Math.max(0, index)).reverse()];
  return nearestIds.find((nearestId) => ids.includes(nearestId));
}

/**
 * Like `useFocusAfterRemoval`, for a list with the rows `ids`, whose elements have the ids as `data-row`. Calls `focusRow` with the
 * result of `rowIdAfterRemoval`.
 */
export function useRowFocus(ids: readonly string[], focusRow: (id: string | undefined) => void) {
  const idsBefore = useRef(ids);
  const handlers = useFocusAfterRemoval((rowId) =>
    focusRow(rowId === undefined ? undefined : rowIdAfterRemoval(rowId, idsBefore.current, ids)),
  );
  // Effects run in the order of their declaration. The effect of `useFocusAfterRemoval` still needs the rows before this render.
  useEffect(() => {
    idsBefore.current = ids;
  });
  return handlers;
}
