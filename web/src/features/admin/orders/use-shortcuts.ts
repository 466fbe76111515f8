import type { RefObject } from "react";
import { useEffect, useState } from "react";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select");

/** `/` goes to the search, the down arrow from there into the list, `?` shows what there is. */
export function useShortcuts(
  search: RefObject<HTMLInputElement | null>,
  list: RefObject<HTMLElement | null>,
) {
  const [help, setHelp] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog:modal")) return;
      const inSearch = event.target === search.current;
      if (event.key === "ArrowDown" && (inSearch || event.target === document.body)) {
        const first = list.current?.querySelector<HTMLElement>("[data-order]");
        if (!first) return;
        event.preventDefault();
        first.focus();
      }
      if (isTyping(event.target)) return;
      if (event.key === "/") {
        event.preventDefault();
        search.current?.focus();
        search.current?.select();
      }
      if (event.key === "?") setHelp(true);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [search, list]);
  return { help, close: () => setHelp(false) };
}
