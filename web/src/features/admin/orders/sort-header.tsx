import { TableCell } from "@aws-amplify/ui-react";
import { Icon } from "../../../ui/icon.tsx";
import { cx } from "../../../ui/class-names.ts";
import type { Sorting } from "./arrange.ts";
import { sortedBy } from "./arrange.ts";
import type { SortKey } from "./order-index.ts";
import styles from "./orders-table.module.css";

type SortHeaderProps = {
  column: SortKey;
  label: string;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  end?: boolean;
};

/** A heading that sorts its column, and turns it round when it is the active one. */
export function SortHeader({ column, label, sorting, onSort, end = false }: SortHeaderProps) {
  const active = sorting.key === column;
  return (
    <TableCell
      as="th"
      scope="col"
      {...(active ? { "aria-sort": sorting.direction } : {})}
      className={cx(end && styles.end)}
    >
      <button type="button" className={styles.sort} onClick={() => onSort(sortedBy(sorting, column))}>
        {label}
        <span className={cx(styles.arrow, active && styles.active)}>
          <Icon name={active && sorting.direction === "ascending" ? "arrow-up" : "arrow-down"} size={14} />
        </span>
      </button>
    </TableCell>
  );
}
