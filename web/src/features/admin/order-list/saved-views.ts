import * as z from "zod/mini";
import { adminStorage } from "../../../../../shared/admin-storage.ts";
import { storedValue } from "../../../stored-value.ts";
import type { ListState } from "./list-url.ts";
import { readListState, listStateQuery } from "./list-url.ts";

/** A name for a search, filters, sorting and page size of the list. `query`: these choices as the list's URL query. */
const SavedView = z.object({ name: z.string(), query: z.string() });
export type SavedView = z.infer<typeof SavedView>;

/** The most characters in the name of a view. */
export const MAX_VIEW_NAME_LENGTH = 40;
/** The most views of one admin. */
export const MAX_VIEWS = 20;

const storedViews = storedValue(
  adminStorage.orderViews,
  z.record(z.string(), z.array(SavedView)),
  () => window.localStorage,
);

/** The views that an admin has saved in this browser, sorted by name. */
export const readViews = (userId: string): readonly SavedView[] => storedViews.read()?.[userId] ?? [];

export const writeViews = (userId: string, views: readonly SavedView[]): void =>
  storedViews.write({ ...storedViews.read(), [userId]: [...views] });

/** The URL query of the list's state as a view stores it: without the page and the open order. */
export const viewQuery = (state: ListState): string =>
  new URLSearchParams(
    listStateQuery({ ...state, search: state.search.trim(), page: 1, openOrderId: undefined }),
  ).toString();

const DEFAULT_QUERY = viewQuery(readListState(new URLSearchParams()));

/** Whether a query has only default values. The list does not offer to save such a view. */
export const isDefaultView = (query: string): boolean => query === DEFAULT_QUERY;

/** The search, filters, sorting and page size of a view. */
export function stateOfView({ query }: SavedView): Omit<ListState, "page" | "openOrderId"> {
  const { page: _, openOrderId: __, ...choices } = readListState(new URLSearchParams(query));
  return choices;
}

/** The views with `view` added, sorted by name. A view with the same name is replaced. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  [...views.filter(({ name }) => name !== view.name), view].toSorted((a, b) => a.name.localeCompare(b.name));

/** The reason why a view cannot be saved under a name; undefined for a valid name. */
export function nameRefusal(views: readonly SavedView[], name: string): string | undefined {
  if (name === "") return "Name is required";
  const isNew = !views.some((view) => view.name === name);
  return isNew && views.length >= MAX_VIEWS ? `At most ${MAX_VIEWS} views can be saved.` : undefined;
}
