import { useLocation, useSearchParams } from "../../../router/hooks.ts";
import type { OrderStatus } from "../../../../../shared/order-status.ts";
import { ORDER_STATUS_LABEL } from "../../../../../shared/order-status.ts";
import type { Delivery } from "../../../../../shared/order.ts";
import { waitForEntryClosed } from "../../../ui/closing-entry.ts";
import { useDialogHistory } from "../../../ui/use-dialog-history.ts";
import { useUrlSearch } from "../../../ui/use-url-search.ts";
import { SORT_KEYS } from "../orders/order-index.ts";
import type { DateFilter } from "./dates.ts";
import { readDates, datesQuery } from "./dates.ts";
import type { ListQuery, Sorting } from "./filter-and-sort.ts";
import { DEFAULT_SORTING } from "./filter-and-sort.ts";
import type { PageSize } from "./paging.ts";
import { PAGE_SIZES } from "./paging.ts";

/** The user's choices in the list of orders. `page`: from 1. `openOrderId`: the order in the dialog. */
export type ListState = Omit<ListQuery, "range"> & {
  dates: DateFilter;
  page: number;
  size: PageSize;
  openOrderId: string | undefined;
  /** Shows the packing view, with one order at a time, instead of the list. */
  isPacking: boolean;
};

/** The value of 'packing' in the URL; undefined if the parameter is left out. */
const packingWord = ({ isPacking, showsOnlyToPack }: ListState): string | undefined => {
  if (isPacking) return "one-by-one";
  return showsOnlyToPack ? "waits" : undefined;
};

/** Pairs of a status and the word for it in the URL: [1, 'pending']. */
const STATUSES = Object.entries(ORDER_STATUS_LABEL).map(
  ([number, label]) => [Number(number) as OrderStatus, label.toLowerCase()] as const,
);
/** Pairs of a delivery and the word for it in the URL: ['none', 'tickets']. */
const DELIVERIES = [
  ["ship", "ship"],
  ["pick-up", "pick-up"],
  ["none", "tickets"],
] as const satisfies readonly (readonly [Delivery, string])[];
const DEFAULT_SIZE: PageSize = 5;

function readDirection(text: string | null): Sorting["direction"] {
  if (text === "asc") return "ascending";
  return text === "desc" ? "descending" : DEFAULT_SORTING.direction;
}

/** The state in a URL. Invalid values become the default. */
export function readListState(params: URLSearchParams): ListState {
  const page = Number(params.get("page") ?? 1);

  return {
    search: params.get("q") ?? "",
    status: STATUSES.find(([, word]) => word === params.get("status"))?.[0],
    delivery: DELIVERIES.find(([, word]) => word === params.get("delivery"))?.[0],
    dates: readDates(params),
    includesUnpaid: params.get("unpaid") === "1",
    showsOnlyAttention: params.get("attention") === "1",
    showsOnlyToPack: params.get("packing") === "waits",
    isPacking: params.get("packing") === "one-by-one",
    sorting: {
      key: SORT_KEYS.find((key) => key === params.get("sort")) ?? DEFAULT_SORTING.key,
      direction: readDirection(params.get("dir")),
    },
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: PAGE_SIZES.find((size) => String(size) === params.get("size")) ?? DEFAULT_SIZE,
    openOrderId: params.get("order") ?? undefined,
  };
}

/** The URL's query parameters for a state. Default values are left out. */
export function listStateQuery(state: ListState): Record<string, string> {
  const { search, status, delivery, dates, includesUnpaid, showsOnlyAttention } = state;
  const { sorting, page, size, openOrderId } = state;
  const isDefaultSorting =
    sorting.key === DEFAULT_SORTING.key && sorting.direction === DEFAULT_SORTING.direction;
  const statusWord = STATUSES.find(([number]) => number === status)?.[1];
  const packing = packingWord(state);
  const deliveryWord = DELIVERIES.find(([value]) => value === delivery)?.[1];
  return {
    tab: "orders",
    ...(search ? { q: search } : {}),
    ...(statusWord ? { status: statusWord } : {}),
    ...(deliveryWord ? { delivery: deliveryWord } : {}),
    ...datesQuery(dates),
    ...(includesUnpaid ? { unpaid: "1" } : {}),
    ...(showsOnlyAttention ? { attention: "1" } : {}),
    ...(packing ? { packing } : {}),
    ...(isDefaultSorting
      ? {}
      : { sort: sorting.key, dir: sorting.direction === "ascending" ? "asc" : "desc" }),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(size === DEFAULT_SIZE ? {} : { size: String(size) }),
    ...(openOrderId ? { order: openOrderId } : {}),
  };
}

/**
 * The state of the list, which is stored in the URL. A change of the search, the filters, the sorting or the
 * page size goes back to the first page. Only `openOrder` adds an entry to the browser's history.
 */
export function useListState() {
  const [params, setParams] = useSearchParams();
  const { state: entryState } = useLocation();
  const dialog = useDialogHistory("order");
  const urlState = readListState(params);
  const { text, setText, showWritten } = useUrlSearch(urlState.search, (search) =>
    setParams((current) => listStateQuery({ ...readListState(current), search, page: 1 }), {
      replace: true,
      state: entryState,
    }),
  );
  const isTyping = text.trim() !== urlState.search.trim();
  const state: ListState = {
    ...urlState,
    search: text,
    // The URL's page belongs to the search text in the URL.
    page: isTyping ? 1 : urlState.page,
    // The URL still contains the order while its dialog closes.
    openOrderId: dialog.isClosing ? undefined : urlState.openOrderId,
  };
  const queryWithTrimmedSearch = (newState: ListState) =>
    listStateQuery({ ...newState, search: newState.search.trim() });

  const changeState = (change: Partial<Omit<ListState, "openOrderId">>) => {
    const { search = state.search } = change;
    // The URL below contains the search text, so `useUrlSearch` does not have to write it when typing pauses.
    showWritten(search);
    setParams(
      (current) =>
        queryWithTrimmedSearch({
          ...readListState(current),
          ...(dialog.isClosing ? { openOrderId: undefined } : {}),
          ...("page" in change ? {} : { page: 1 }),
          ...change,
          search,
        }),
      { replace: true, state: entryState },
    );
  };
  const urlOf = (openOrderId: string | undefined) => ({
    search: `?${new URLSearchParams(queryWithTrimmedSearch({ ...state, openOrderId })).toString()}`,
  });
  const openOrder = (orderId: string) => {
    showWritten(state.search);
    void dialog.open(urlOf(orderId));
  };
  return {
    state,
    changeState,
    openOrder,
    closeOrder: async () => {
      // In Chrome, a second Escape closes the order's dialog before the browser has left the history entry of the dialog above.
      // The page cannot prevent this, so it waits until the browser has left that entry.
      await waitForEntryClosed();
      if (new URLSearchParams(window.location.search).has("order")) dialog.close(urlOf(undefined));
    },
    setSearch: setText,
  };
}
