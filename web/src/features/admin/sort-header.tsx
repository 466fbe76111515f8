import { TableCell } from "@aws-amplify/ui-react";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./sort-header.module.css";

export type SortDirection = "ascending" | "descending";

type SortHeaderProps = {
  label: string;
  /** Undefined if the table is not sorted by this column. */
  direction: SortDirection | undefined;
  /** Called after a click, with 'descending' if the column is sorted ascending now, or else with 'ascending'. */
  onSort: (newDirection: SortDirection) => void;
  className?: string | undefined;
};

/** A column heading that sorts its table by the column. */
export function SortHeader({ label, direction, onSort, className }: SortHeaderProps) {
  return (
    <TableCell
      as="th"
      scope="col"
      {...(direction ? { "aria-sort": direction } : {})}
      className={cx(className)}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort(direction === "ascending" ? "descending" : "ascending")}
      >
        {label}
        <span className={cx(styles.arrow, direction && styles.active)}>
          <Icon name={direction === "ascending" ? "arrow-up" : "arrow-down"} size={14} />
        </span>
      </button>
    </TableCell>
  );
}
