import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useStillHere } from "../../ui/use-still-here.ts";
import type { Filters } from "./filters.ts";
import { ALL, readFilters, writeFilters } from "./filters.ts";

/** ms of silence after which what was typed goes into the address (browsers limit how often it may change). */
const TYPING = 250;

/**
 * The store's filters, kept in the address. The search is what the box holds, which is ahead of the address by a moment;
 * an address that changes by other means (back, a link) wins.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const stillHere = useStillHere();
  const { category, search: addressed } = readFilters(params);
  const [typed, setTyped] = useState(addressed);
  const [written, setWritten] = useState(addressed);
  const [seen, setSeen] = useState(addressed);
  if (addressed !== seen) {
    setSeen(addressed);
    if (addressed !== written) {
      setWritten(addressed);
      setTyped(addressed);
    }
  }

  const write = useCallback(
    (change: Partial<Filters>) => {
      if (change.search !== undefined) setWritten(change.search.trim());
      setParams((now) => writeFilters(now, { ...readFilters(now), ...change }), {
        replace: true,
        preventScrollReset: true,
      });
    },
    [setParams],
  );
  useEffect(() => {
    if (typed.trim() === written) return;
    const timer = setTimeout(() => stillHere() && write({ search: typed }), TYPING);
    return () => clearTimeout(timer);
  }, [typed, written, write, stillHere]);

  return {
    category,
    search: typed,
    setSearch: setTyped,
    setCategory: (next: string) => write({ category: next, search: typed }),
    reset: () => {
      setTyped("");
      write({ category: ALL, search: "" });
    },
  };
}
