import type { RefObject } from "react";
import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { ALL_CATEGORIES } from "./use-filters.ts";
import styles from "./store-toolbar.module.css";

type StoreToolbarProps = {
  search: string;
  onSearch: (search: string) => void;
  category: string;
  onCategory: (category: string) => void;
  categories: readonly { id: string; label: string }[];
  hasFilters: boolean;
  onReset: () => void;
};

/** Scrolls the chosen category into view within its row; the page does not move. */
function useScrollToChosen(category: string, categoryCount: number): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = ref.current;
    const chip = row?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!row || !chip) return;
    const rowBox = row.getBoundingClientRect();
    const chipBox = chip.getBoundingClientRect();
    if (chipBox.left < rowBox.left || chipBox.right > rowBox.right)
      row.scrollLeft += (chipBox.left + chipBox.right - rowBox.left - rowBox.right) / 2;
  }, [category, categoryCount]);
  return ref;
}

/** Search, categories and reset button. In a large window the toolbar stays below the header while the page scrolls. */
export function StoreToolbar(props: StoreToolbarProps) {
  const { search, onSearch, category, onCategory, categories, hasFilters, onReset } = props;
  const chipsRef = useScrollToChosen(category, categories.length);
  return (
    <search aria-label="Products" className={styles.toolbar}>
      <div className={`container ${styles.row}`}>
        <SearchField label="Search products" value={search} onChange={onSearch} className={styles.search} />
        <div ref={chipsRef} role="group" aria-label="Categories" className={styles.chips}>
          {[{ id: ALL_CATEGORIES, label: "All" }, ...categories].map(({ id, label }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === category}
              onClick={() => onCategory(id)}
              className={styles.chip}
            >
              {label}
            </button>
          ))}
        </div>
        <Button
          variant="ghost"
          icon="refresh"
          aria-disabled={!hasFilters}
          onClick={onReset}
          className={styles.reset}
        >
          Reset Filters
        </Button>
      </div>
    </search>
  );
}
