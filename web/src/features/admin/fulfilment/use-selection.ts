import { useCallback, useMemo, useState } from "react";
import type { OrderSummary } from "../../../../../shared/order.ts";

/** The ids of the selected orders, and of the order from which shift-click selects a range. */
type SelectionState = { ids: ReadonlySet<string>; anchorId: string | undefined };
const NOTHING_SELECTED: SelectionState = { ids: new Set(), anchorId: undefined };

const withSelection = (
  ids: ReadonlySet<string>,
  changedIds: readonly string[],
  isSelected: boolean,
): ReadonlySet<string> => {
  const newIds = new Set(ids);
  for (const id of changedIds) {
    if (isSelected) newIds.add(id);
    else newIds.delete(id);
  }
  return newIds;
};

/**
 * The selection after a click on the order `id`. Without shift, the click selects the order or removes it from the selection.
 * With shift (`isRange`), the click selects all orders from the last clicked order to this order, if both are in the list.
 * `listedIds`: the ids in the sequence of the list.
 */
export function selectionAfterClick(
  { ids, anchorId }: SelectionState,
  listedIds: readonly string[],
  id: string,
  isRange: boolean,
): SelectionState {
  const isSelected = !ids.has(id);
  const start = anchorId === undefined ? -1 : listedIds.indexOf(anchorId);
  const end = listedIds.indexOf(id);
  if (!isRange || start < 0 || end < 0) return { ids: withSelection(ids, [id], isSelected), anchorId: id };
  const range = listedIds.slice(Math.min(start, end), Math.max(start, end) + 1);
  return { ids: withSelection(ids, range, true), anchorId: id };
}

/** The selected orders. Unlike `selectedOrders`, `ids` includes selected orders that the list does not show. */
export function useSelection(listedOrders: readonly OrderSummary[]) {
  const [state, setState] = useState(NOTHING_SELECTED);
  const { ids } = state;
  const selectedOrders = useMemo(
    () => (ids.size === 0 ? [] : listedOrders.filter(({ orderId }) => ids.has(orderId))),
    [listedOrders, ids],
  );
  const toggle = useCallback(
    (id: string, isRange: boolean) => {
      const listedIds = listedOrders.map(({ orderId }) => orderId);
      setState((current) => selectionAfterClick(current, listedIds, id, isRange));
    },
    [listedOrders],
  );
  return {
    ids,
    selectedOrders,
    toggle,
    setSelected: (orders: readonly OrderSummary[], isSelected: boolean) =>
      setState((current) => ({
        ids: withSelection(
          current.ids,
          orders.map(({ orderId }) => orderId),
          isSelected,
        ),
        anchorId: undefined,
      })),
    clear: () => setState(NOTHING_SELECTED),
  };
}
export type Selection = ReturnType<typeof useSelection>;
