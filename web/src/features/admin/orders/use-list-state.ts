import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { ListState } from "./list-url.ts";
import { readListState, writeListState } from "./list-url.ts";

/** Browsers limit how often a page may rewrite its address: typing is written when it rests (ms). */
const REST = 300;

/**
 * What is chosen in the list, kept in the address. Anything but a page or an opened order goes back to the first page;
 * only opening an order is a step that 'back' undoes. What is typed counts at once and is written a moment later.
 */
export function useListState() {
  const [params, setParams] = useSearchParams();
  const written = readListState(params);
  const [typed, setTyped] = useState(written.search);
  const [seen, setSeen] = useState(written.search);
  if (seen !== written.search) {
    setSeen(written.search);
    setTyped(written.search);
  }
  const state: ListState = typed === written.search ? written : { ...written, search: typed, page: 1 };

  const set = (change: Partial<ListState>) => {
    const stays = "page" in change || "open" in change;
    const next = { ...state, ...(stays ? {} : { page: 1 }), ...change };
    setTyped(next.search);
    setSeen(next.search);
    setParams(writeListState(next), { replace: change.open === undefined });
  };

  useEffect(() => {
    if (typed === written.search) return;
    const timer = setTimeout(() => {
      setSeen(typed);
      setParams((now) => writeListState({ ...readListState(now), search: typed, page: 1 }), {
        replace: true,
      });
    }, REST);
    return () => clearTimeout(timer);
  }, [typed, written.search, setParams]);

  return { state, set, type: setTyped };
}
