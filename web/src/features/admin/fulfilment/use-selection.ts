import { useCallback, useMemo, useState } from "react";
import type { OrderSummary } from "../../../../../shared/order.ts";

/** The ids of the selected orders, and of the order from which shift-click selects a range. */
type State = { ids: ReadonlySet<string>; anchor: string | undefined };
const NOTHING: State = { ids: new Set(), anchor: undefined };

const withAll = (
  ids: ReadonlySet<string>,
  changed: readonly string[],
  isSelected: boolean,
): ReadonlySet<string> => {
  const next = new Set(ids);
  for (const id of changed) {
    if (isSelected) next.add(id);
    else next.delete(id);
  }
  return next;
};

/**
 * The selection after a click on an order: it changes that order or, with shift, all orders from the last clicked one to it.
 * `listed`: the ids of the list, in its order.
 */
export function afterClick(
  { ids, anchor }: State,
  listed: readonly string[],
  id: string,
  isRange: boolean,
): State {
  const isSelected = !ids.has(id);
  const start = anchor === undefined ? -1 : listed.indexOf(anchor);
  const end = listed.indexOf(id);
  if (!isRange || start < 0 || end < 0) return { ids: withAll(ids, [id], isSelected), anchor: id };
  const range = listed.slice(Math.min(start, end), Math.max(start, end) + 1);
  return { ids: withAll(ids, range, true), anchor: id };
}

/** The orders that the admin has selected. `ids` includes those that the list does not show; `selected` leaves them out. */
export function useSelection(listed: readonly OrderSummary[]) {
  const [state, setState] = useState(NOTHING);
  const { ids } = state;
  const selected = useMemo(
    () => (ids.size === 0 ? [] : listed.filter(({ orderId }) => ids.has(orderId))),
    [listed, ids],
  );
  const toggle = useCallback(
    (id: string, isRange: boolean) => {
      const listedIds = listed.map(({ orderId }) => orderId);
      setState((current) => afterClick(current, listedIds, id, isRange));
    },
    [listed],
  );
  return {
    ids,
    selected,
    toggle,
    setSelected: (orders: readonly OrderSummary[], isSelected: boolean) =>
      setState((current) => ({
        ids: withAll(
          current.ids,
          orders.map(({ orderId }) => orderId),
          isSelected,
        ),
        anchor: undefined,
      })),
    clear: () => setState(NOTHING),
  };
}
export type Selection = ReturnType<typeof useSelection>;
