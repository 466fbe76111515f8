import { SearchField, SelectField } from "@aws-amplify/ui-react";
import type { Ref } from "react";
import { ORDER_STATUS_LABEL, OrderStatus } from "../../../../../shared/order-status.ts";
import { DELIVERY_LABEL } from "../../../../../shared/order-summary.ts";
import { Delivery } from "../../../../../shared/order.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Filters } from "../filters.tsx";
import { DatesFilter } from "./dates-filter.tsx";
import type { Sorting } from "./filter-and-sort.ts";
import type { ListState } from "./list-url.ts";
import { MAX_SEARCH_LENGTH } from "../../../ui/use-url-search.ts";
import styles from "./orders-toolbar.module.css";
import { PAGE_SIZES } from "./paging.ts";

/** The choices for sorting in a narrow window, where the list has no column headings. */
const SORTINGS: readonly (Sorting & { label: string })[] = [
  { key: "date", direction: "descending", label: "Newest first" },
  { key: "date", direction: "ascending", label: "Oldest first" },
  { key: "customer", direction: "ascending", label: "Customer, A to Z" },
  { key: "customer", direction: "descending", label: "Customer, Z to A" },
  { key: "total", direction: "ascending", label: "Total, lowest first" },
  { key: "total", direction: "descending", label: "Total, highest first" },
];

type OrdersToolbarProps = {
  state: ListState;
  searchRef: Ref<HTMLInputElement>;
  isNarrow: boolean;
  onSearch: (search: string) => void;
  onChange: (change: Partial<ListState>) => void;
  onExport: () => void;
};

export function OrdersToolbar(props: OrdersToolbarProps) {
  const { state, searchRef, isNarrow, onSearch, onChange, onExport } = props;
  const { sorting } = state;
  const activeCount = [state.status, state.delivery, state.dates].filter(
    (filter) => filter !== undefined,
  ).length;
  return (
    <div role="search" className={styles.toolbar}>
      <SearchField
        ref={searchRef}
        label="Search orders"
        maxLength={MAX_SEARCH_LENGTH}
        placeholder="Search by date, customer, items, or total..."
        value={state.search}
        hasSearchButton={false}
        hasSearchIcon
        onChange={({ target }) => onSearch(target.value)}
        onClear={() => onSearch("")}
        className={styles.search ?? ""}
        aria-keyshortcuts="/"
      />
      <Filters activeCount={activeCount}>
        <SelectField
          label="Status"
          labelHidden
          value={String(state.status ?? "")}
          onChange={({ target }) => {
            const parsed = OrderStatus.safeParse(Number(target.value));
            onChange({ status: parsed.success ? parsed.data : undefined });
          }}
          className={styles.filter ?? ""}
        >
          <option value="">All Statuses</option>
          {Object.entries(ORDER_STATUS_LABEL).map(([status, label]) => (
            <option key={status} value={status}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Delivery"
          labelHidden
          value={state.delivery ?? ""}
          onChange={({ target }) => {
            const parsed = Delivery.safeParse(target.value);
            onChange({ delivery: parsed.success ? parsed.data : undefined });
          }}
          className={styles.filter ?? ""}
        >
          <option value="">All Deliveries</option>
          {Object.entries(DELIVERY_LABEL).map(([delivery, label]) => (
            <option key={delivery} value={delivery}>
              {label}
            </option>
          ))}
        </SelectField>
        <DatesFilter dates={state.dates} onChange={(dates) => onChange({ dates })} />
        {isNarrow && (
          <SelectField
            label="Sort by"
            labelHidden
            value={`${sorting.key} ${sorting.direction}`}
            onChange={({ target }) => {
              const choice = SORTINGS.find(({ key, direction }) => `${key} ${direction}` === target.value);
              if (choice) onChange({ sorting: { key: choice.key, direction: choice.direction } });
            }}
            className={styles.sort ?? ""}
          >
            {SORTINGS.map(({ key, direction, label }) => (
              <option key={label} value={`${key} ${direction}`}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField
          label="Orders per page"
          labelHidden
          value={String(state.size)}
          onChange={({ target }) => {
            const newSize = PAGE_SIZES.find((size) => String(size) === target.value);
            if (newSize) onChange({ size: newSize });
          }}
          className={styles.size ?? ""}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {size} per page
            </option>
          ))}
        </SelectField>
      </Filters>
      <Button variant="secondary" onClick={onExport} className={styles.export}>
        <Icon name="download" size={18} />
        Export CSV
      </Button>
    </div>
  );
}
