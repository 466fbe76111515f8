import type { OrderStatus } from "../../../../../shared/order-status.ts";
import { ORDER_STATUS_LABEL } from "../../../../../shared/order-status.ts";
import type { ListQuery } from "./arrange.ts";
import { DEFAULT_SORTING } from "./arrange.ts";
import { SORT_KEYS } from "./order-index.ts";
import type { PageSize } from "./paging.ts";
import { PAGE_SIZES } from "./paging.ts";

/** Everything chosen in the list of orders. `open` is the order whose details are shown. */
export type ListState = ListQuery & { page: number; size: PageSize; open: string | undefined };

const STATUSES = Object.entries(ORDER_STATUS_LABEL).map(
  ([number, label]) => [Number(number) as OrderStatus, label.toLowerCase()] as const,
);
const DEFAULT_SIZE: PageSize = 5;

/** What an address says; anything else than what we write reads as the default. */
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

/** The address of a state: defaults are left out. */
export function writeListState(state: ListState): Record<string, string> {
  const { search, status, unpaid, attention, sorting, page, size, open } = state;
  const usual = sorting.key === DEFAULT_SORTING.key && sorting.direction === DEFAULT_SORTING.direction;
  const word = STATUSES.find(([number]) => number === status)?.[1];
  return {
    tab: "orders",
    ...(search ? { q: search } : {}),
    ...(word ? { status: word } : {}),
    ...(unpaid ? { unpaid: "1" } : {}),
    ...(attention ? { attention: "1" } : {}),
    ...(usual ? {} : { sort: sorting.key, dir: sorting.direction === "ascending" ? "asc" : "desc" }),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(size === DEFAULT_SIZE ? {} : { size: String(size) }),
    ...(open ? { order: open } : {}),
  };
}
