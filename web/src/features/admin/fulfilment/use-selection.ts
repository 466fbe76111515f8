import { useCallback, useMemo, useState } from "react";
import type { OrderSummary } from "../../../../../shared/order.ts";

/** The chosen order ids, and the order from which shift-click chooses a range. */
type State = { ids: ReadonlySet<string>; anchor: string | undefined };
const NOTHING: State = { ids: new Set(), anchor: undefined };

const withAll = (
  ids: ReadonlySet<string>,
  changed: readonly string[],
  isChosen: boolean,
): ReadonlySet<string> => {
  const next = new Set(ids);
  for (const id of changed) {
    if (isChosen) next.add(id);
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
  const isChosen = !ids.has(id);
  const start = anchor === undefined ? -1 : listed.indexOf(anchor);
  const end = listed.indexOf(id);
  if (!isRange || start < 0 || end < 0) return { ids: withAll(ids, [id], isChosen), anchor: id };
  const range = listed.slice(Math.min(start, end), Math.max(start, end) + 1);
  return { ids: withAll(ids, range, true), anchor: id };
}

/** The orders that the admin has chosen. Orders outside the list are not chosen while the list does not show them. */
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
    choose: (orders: readonly OrderSummary[], isChosen: boolean) =>
      setState((current) => ({
        ids: withAll(
          current.ids,
          orders.map(({ orderId }) => orderId),
          isChosen,
        ),
        anchor: undefined,
      })),
    clear: () => setState(NOTHING),
  };
}
export type Selection = ReturnType<typeof useSelection>;
