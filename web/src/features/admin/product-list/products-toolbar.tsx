import { SearchField, SelectField } from "@aws-amplify/ui-react";
import type { Product } from "../../../../../shared/product.ts";
import { ProductState } from "../../../../../shared/product.ts";
import { Filters } from "../filters.tsx";
import type { ProductQuery, ProductSort } from "./find-products.ts";
import { ALL_CATEGORIES, ALL_STATES, categoryOptions, PRODUCT_SORTS } from "./find-products.ts";
import { STATE_LABEL } from "./product-state.ts";
import { MAX_SEARCH_LENGTH } from "../../../ui/use-url-search.ts";
import styles from "./products-tab.module.css";

const SORT_LABELS: Record<ProductSort, string> = {
  name: "Sort by name",
  price: "Sort by price",
  stock: "Sort by stock",
  category: "Sort by category",
};

type ProductsToolbarProps = {
  products: readonly Product[];
  query: ProductQuery;
  onSearch: (search: string) => void;
  onChange: (change: Partial<ProductQuery>) => void;
};

export function ProductsToolbar({ products, query, onSearch, onChange }: ProductsToolbarProps) {
  const activeCount = [query.category !== ALL_CATEGORIES, query.state !== ALL_STATES].filter(Boolean).length;
  return (
    <div role="search" className={styles.toolbar}>
      <SearchField
        label="Search products"
        maxLength={MAX_SEARCH_LENGTH}
        placeholder="Search products..."
        value={query.search}
        hasSearchButton={false}
        hasSearchIcon
        onChange={({ target }) => onSearch(target.value)}
        onClear={() => onSearch("")}
        className={styles.search ?? ""}
      />
      <Filters activeCount={activeCount}>
        <SelectField
          label="Category"
          labelHidden
          value={query.category}
          onChange={({ target }) => onChange({ category: target.value })}
          className={styles.select ?? ""}
        >
          <option value={ALL_CATEGORIES}>All</option>
          {categoryOptions(products).map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="State"
          labelHidden
          value={query.state}
          onChange={({ target }) =>
            onChange({ state: ProductState.options.find((state) => state === target.value) ?? ALL_STATES })
          }
          className={styles.select ?? ""}
        >
          <option value={ALL_STATES}>All states</option>
          {Object.entries(STATE_LABEL).map(([state, label]) => (
            <option key={state} value={state}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Sort"
          labelHidden
          value={query.sort}
          onChange={({ target }) => {
            const newSort = PRODUCT_SORTS.find((sort) => sort === target.value);
            if (newSort) onChange({ sort: newSort, direction: "ascending" });
          }}
          className={styles.select ?? ""}
        >
          {PRODUCT_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {SORT_LABELS[sort]}
            </option>
          ))}
        </SelectField>
      </Filters>
    </div>
  );
}
