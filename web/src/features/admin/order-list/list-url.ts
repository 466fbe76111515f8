import { useSearchParams } from "react-router-dom";
import type { OrderStatus } from "../../../../../shared/order-status.ts";
import { ORDER_STATUS_LABEL } from "../../../../../shared/order-status.ts";
import { useUrlSearch } from "../../../ui/use-url-search.ts";
import { SORT_KEYS } from "../orders/order-index.ts";
import type { ListQuery } from "./filter-and-sort.ts";
import { DEFAULT_SORTING } from "./filter-and-sort.ts";
import type { PageSize } from "./paging.ts";
import { PAGE_SIZES } from "./paging.ts";

/** Everything that the user has chosen in the list of orders. `open` is the id of the order whose details are shown. */
export type ListState = ListQuery & { page: number; size: PageSize; open: string | undefined };

const STATUSES = Object.entries(ORDER_STATUS_LABEL).map(
  ([number, label]) => [Number(number) as OrderStatus, label.toLowerCase()] as const,
);
const DEFAULT_SIZE: PageSize = 5;

/** The state in a URL. Values that `writeListState` would not write read as the default. */
export function readListState(params: URLSearchParams): ListState {
  const page = Number(params.get("page") ?? 1);
  const key = SORT_KEYS.find((known) => known === params.get("sort")) ?? DEFAULT_SORTING.key;
  const direction = params.get("dir");
  return {
    search: params.get("q") ?? "",
    status: STATUSES.find(([, word]) => word === params.get("status"))?.[0],
    unpaid: params.get("unpaid") === "1",
    attention: params.get("attention") === "1",
    sorting: {
      key,
      direction:
        direction === "asc" ? "ascending" : direction === "desc" ? "descending" : DEFAULT_SORTING.direction,
    },
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: PAGE_SIZES.find((size) => String(size) === params.get("size")) ?? DEFAULT_SIZE,
    open: params.get("order") ?? undefined,
  };
}

/** The query of the URL for a state, without what is the default. */
export function writeListState(state: ListState): Record<string, string> {
  const { search, status, unpaid, attention, sorting, page, size, open } = state;
  const isDefaultSorting =
    sorting.key === DEFAULT_SORTING.key && sorting.direction === DEFAULT_SORTING.direction;
  const word = STATUSES.find(([number]) => number === status)?.[1];
  return {
    tab: "orders",
    ...(search ? { q: search } : {}),
    ...(word ? { status: word } : {}),
    ...(unpaid ? { unpaid: "1" } : {}),
    ...(attention ? { attention: "1" } : {}),
    ...(isDefaultSorting
      ? {}
      : { sort: sorting.key, dir: sorting.direction === "ascending" ? "asc" : "desc" }),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(size === DEFAULT_SIZE ? {} : { size: String(size) }),
    ...(open ? { order: open } : {}),
  };
}

/**
 * The state of the list, kept in the URL. Every change but of the page or the opened order goes back to the first page.
 * Only opening an order adds to the browser's history.
 */
export function useListState() {
  const [params, setParams] = useSearchParams();
  const inUrl = readListState(params);
  const { text, setText, sync } = useUrlSearch(inUrl.search, (search) =>
    setParams((now) => writeListState({ ...readListState(now), search, page: 1 }), { replace: true }),
  );
  const isTyping = text.trim() !== inUrl.search.trim();
  const state: ListState = { ...inUrl, search: text, page: isTyping ? 1 : inUrl.page };

  const set = (change: Partial<ListState>) => {
    const keepsPage = "page" in change || "open" in change;
    const next = { ...state, ...(keepsPage ? {} : { page: 1 }), ...change };
    sync(next.search);
    setParams(writeListState({ ...next, search: next.search.trim() }), {
      replace: change.open === undefined,
    });
  };
  return { state, set, setSearch: setText };
}
