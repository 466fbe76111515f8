import { SearchField, SelectField } from "@aws-amplify/ui-react";
import type { Ref } from "react";
import { ORDER_STATUS_LABEL, OrderStatus } from "../../../../../shared/order-status.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { Sorting } from "./filter-and-sort.ts";
import type { ListState } from "./list-url.ts";
import styles from "./orders-toolbar.module.css";
import { PAGE_SIZES } from "./paging.ts";

/** The choices on a phone, where there are no column headings to sort by. */
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
  search: Ref<HTMLInputElement>;
  isPhone: boolean;
  onSearch: (search: string) => void;
  onChange: (change: Partial<ListState>) => void;
  onExport: () => void;
};

/** Search, filters, page size and export. */
export function OrdersToolbar({ state, search, isPhone, onSearch, onChange, onExport }: OrdersToolbarProps) {
  const { sorting } = state;
  return (
    <div role="search" className={styles.toolbar}>
      <SearchField
        ref={search}
        label="Search orders"
        placeholder="Search by date, customer, items, or total..."
        value={state.search}
        hasSearchButton={false}
        hasSearchIcon
        onChange={({ target }) => onSearch(target.value)}
        onClear={() => onSearch("")}
        className={styles.search ?? ""}
        aria-keyshortcuts="/"
      />
      <SelectField
        label="Status"
        labelHidden
        value={String(state.status ?? "")}
        onChange={({ target }) => {
          const chosen = OrderStatus.safeParse(Number(target.value));
          onChange({ status: chosen.success ? chosen.data : undefined });
        }}
        className={styles.status ?? ""}
      >
        <option value="">All Statuses</option>
        {Object.entries(ORDER_STATUS_LABEL).map(([status, label]) => (
          <option key={status} value={status}>
            {label}
          </option>
        ))}
      </SelectField>
      {isPhone && (
        <SelectField
          label="Sort by"
          labelHidden
          value={`${sorting.key} ${sorting.direction}`}
          onChange={({ target }) => {
            const chosen = SORTINGS.find(({ key, direction }) => `${key} ${direction}` === target.value);
            if (chosen) onChange({ sorting: { key: chosen.key, direction: chosen.direction } });
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
          const size = PAGE_SIZES.find((known) => String(known) === target.value);
          if (size) onChange({ size });
        }}
        className={styles.size ?? ""}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {size} per page
          </option>
        ))}
      </SelectField>
      <Button variant="secondary" onClick={onExport} className={styles.export}>
        <Icon name="download" size={18} />
        Export CSV
      </Button>
    </div>
  );
}
