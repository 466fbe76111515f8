import { useId, useState } from "react";
import { messages } from "../../../../shared/messages.ts";
import { lazyModule, useLazyModule } from "../../lazy-module.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./filter-and-sort.module.css";
import type { Sort } from "./sort.ts";
import { sorts } from "./sort.ts";
import type { Traits } from "./traits.ts";
import type { Filters } from "./use-filters.ts";

const traitFilters = lazyModule(() => import("./trait-filters.tsx"));

type FilterAndSortProps = {
  filters: Filters;
  /** The sizes and colors that can be chosen. */
  options: Traits;
  onChange: (changes: Partial<Filters>) => void;
  /** Called when the sizes and colors are shown. */
  onOpen: () => void;
};

/** The order of the products, and a button that shows and hides the sizes and colors. */
export function FilterAndSort({ filters, options, onChange, onOpen }: FilterAndSortProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { module: loaded, failed } = useLazyModule(traitFilters, isOpen);
  const filtersId = useId();
  const chosenCount = filters.sizes.length + filters.colors.length;
  return (
    <>
      <div className={styles.controls}>
        <Button
          variant="secondary"
          iconAfter={isOpen ? "chevron-up" : "chevron-down"}
          aria-expanded={isOpen}
          aria-controls={filtersId}
          onClick={() => {
            if (!isOpen) onOpen();
            setIsOpen(!isOpen);
          }}
          className={styles.toggle}
        >
          Size & color{chosenCount > 0 && ` (${chosenCount})`}
        </Button>
        <span className={styles.sort}>
          <select
            aria-label="Sort"
            value={filters.sort}
            onChange={({ target }) => onChange({ sort: target.value as Sort })}
          >
            <option value="">Sort</option>
            {Object.entries(sorts).map(([id, { label }]) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </span>
      </div>
      <div id={filtersId} hidden={!isOpen}>
        {isOpen && failed && <p role="alert">{messages.partMissing}</p>}
        {isOpen && loaded && <loaded.TraitFilters options={options} chosen={filters} onChange={onChange} />}
      </div>
    </>
  );
}
