import { useSearchParams } from "react-router-dom";
import { useTyped } from "../use-typed.ts";
import type { ListState } from "./list-url.ts";
import { readListState, writeListState } from "./list-url.ts";

/**
 * What is chosen in the list, kept in the address. Anything but a page or an opened order goes back to the first page;
 * only opening an order is a step that 'back' undoes.
 */
export function useListState() {
  const [params, setParams] = useSearchParams();
  const written = readListState(params);
  const { typed, type, take } = useTyped(written.search, (search) =>
    setParams((now) => writeListState({ ...readListState(now), search, page: 1 }), { replace: true }),
  );
  const state: ListState = typed === written.search ? written : { ...written, search: typed, page: 1 };

  const set = (change: Partial<ListState>) => {
    const stays = "page" in change || "open" in change;
    const next = { ...state, ...(stays ? {} : { page: 1 }), ...change };
    take(next.search);
    setParams(writeListState(next), { replace: change.open === undefined });
  };
  return { state, set, type };
}
