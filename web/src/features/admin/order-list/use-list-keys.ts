import type { RefObject } from "react";
import { useEffect } from "react";
import { isIgnoredKey, isShortcut } from "../shortcuts/shortcut-keys.ts";

/** Keys: `/` focuses the search field. In the search field, or if nothing has the focus, the down arrow focuses the first row. */
export function useListKeys(
  searchRef: RefObject<HTMLInputElement | null>,
  rowsRef: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isIgnoredKey(event)) return;
      const isInSearch = event.target === searchRef.current;
      if (event.key === "ArrowDown" && (isInSearch || event.target === document.body)) {
        const firstRow = rowsRef.current?.querySelector<HTMLElement>("[data-order]");
        if (!firstRow) return;
        event.preventDefault();
        firstRow.focus();
      }
      if (event.key === "/" && isShortcut(event)) {
        event.preventDefault();
        searchRef.current?.focus();
        searchRef.current?.select();
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [searchRef, rowsRef]);
}
