import { useId, useState } from "react";
import type { SortId } from "../../../../shared/store-filters.ts";
import type { Product } from "../../../../shared/product.ts";
import { useWholeCatalog } from "../../catalog/use-products.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./filter-and-sort.module.css";
import type { Sort } from "./sort.ts";
import { OptionFilters } from "./option-filters.tsx";
import type { FilterChanges, Filters } from "./use-filters.ts";
import { filterOptionsOf } from "./filter-options.ts";

const sortLabels: Record<SortId, string> = {
  "price-up": "Price: low to high",
  "price-down": "Price: high to low",
  newest: "Newest",
  name: "Name",
};

type FilterAndSortProps = {
  filters: Filters;
  products: readonly Product[];
  /** Whether `products` is the whole catalog. */
  isWhole: boolean;
  onChange: (changes: FilterChanges) => void;
};

/**
 * A select for the sorting, and a button that shows and hides the filters for size and color. The button is hidden if the
 * whole catalog is loaded and there is no size or color to choose or to remove.
 */
export function FilterAndSort({ products, isWhole, filters, onChange }: FilterAndSortProps) {
  const [isOpen, setIsOpen] = useState(false);
  // Loads all products, because the choices must include the sizes and colors of all products.
  useWholeCatalog(isOpen);
  const filtersId = useId();
  const options = filterOptionsOf(products, filters);
  const hasOptions = !isWhole || options.sizes.length + options.colors.length > 0;
  const chosenCount = filters.sizes.length + filters.colors.length;
  return (
    <>
      <div className={styles.controls}>
        {hasOptions && (
          <Button
            variant="secondary"
            iconAfter={isOpen ? "chevron-up" : "chevron-down"}
            aria-expanded={isOpen}
            aria-controls={filtersId}
            onClick={() => setIsOpen(!isOpen)}
            className={styles.toggle}
          >
            Size & color{chosenCount > 0 && ` (${chosenCount})`}
          </Button>
        )}
        <span className={styles.sort}>
          <select
            aria-label="Sort"
            value={filters.sort}
            onChange={({ target }) => onChange({ sort: target.value as Sort })}
          >
            <option value="">Sort</option>
            {Object.entries(sortLabels).map(([id, label]) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </span>
      </div>
      <div id={filtersId} hidden={!isOpen}>
        {isOpen && <OptionFilters options={options} chosenOptions={filters} onChange={onChange} />}
      </div>
    </>
  );
}
