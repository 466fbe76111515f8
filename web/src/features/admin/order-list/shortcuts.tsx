import type { RefObject } from "react";
import { useEffect, useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import styles from "./shortcuts.module.css";

const SHORTCUTS = [
  ["/", "Search"],
  ["↓ ↑", "Move between rows"],
  ["Enter", "Open the order of the row"],
  ["Tab", "Move to the row's actions"],
  ["Ctrl Z", "Undo the latest change"],
  ["Esc", "Close a dialog"],
  ["?", "Show this list"],
] as const;

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select");

/** Keys: `/` focuses the search field, the down arrow the first row, `?` opens the list of shortcuts. */
export function useShortcuts(
  searchRef: RefObject<HTMLInputElement | null>,
  rowsRef: RefObject<HTMLElement | null>,
) {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog:modal")) return;
      const isInSearch = event.target === searchRef.current;
      if (event.key === "ArrowDown" && (isInSearch || event.target === document.body)) {
        const firstRow = rowsRef.current?.querySelector<HTMLElement>("[data-order]");
        if (!firstRow) return;
        event.preventDefault();
        firstRow.focus();
      }
      if (isTextField(event.target)) return;
      if (event.key === "/") {
        event.preventDefault();
        searchRef.current?.focus();
        searchRef.current?.select();
      }
      if (event.key === "?") setIsHelpOpen(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [searchRef, rowsRef]);
  return { isHelpOpen, closeHelp: () => setIsHelpOpen(false) };
}

/** The keyboard shortcuts of the list of orders. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className={styles.list}>
        {SHORTCUTS.map(([key, action]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
