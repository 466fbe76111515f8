import type { Filter } from "./articles.ts";
import { filters } from "./articles.ts";
import styles from "./category-filter.module.css";

type CategoryFilterProps = { filter: Filter; count: number; onFilter: (filter: Filter) => void };

/** Which articles are shown, and how many those are. */
export function CategoryFilter({ filter, count, onFilter }: CategoryFilterProps) {
  return (
    <div className={styles.bar}>
      <div role="group" aria-label="Categories" className={styles.chips}>
        {filters.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === filter}
            onClick={() => onFilter(id)}
            className={styles.chip}
          >
            {label}
          </button>
        ))}
      </div>
      <p role="status" className={styles.count}>
        {count} {count === 1 ? "article" : "articles"}
      </p>
    </div>
  );
}
