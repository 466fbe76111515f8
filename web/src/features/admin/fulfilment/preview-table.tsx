import { Icon } from "../../../ui/icon.tsx";
import { itemLabel } from "../orders/item-label.ts";
import { referenceOf } from "./find-order.ts";
import type { Plan, PlannedLine } from "./plan-completions.ts";
import styles from "./preview-table.module.css";

const ICONS = { apply: "arrow-right", unchanged: "minus", problem: "alert" } as const satisfies Record<
  Plan["state"],
  string
>;

/** '3 will be changed, 1 unchanged, 2 with a problem' */
function summaryText(lines: readonly PlannedLine[]): string {
  const countOf = (state: Plan["state"]) => lines.filter((line) => line.state === state).length;
  const unchangedCount = countOf("unchanged");
  const problemCount = countOf("problem");
  return [
    `${countOf("apply")} will be changed`,
    ...(unchangedCount > 0 ? [`${unchangedCount} unchanged`] : []),
    ...(problemCount > 0 ? [`${problemCount} with a problem`] : []),
  ].join(", ");
}

/** What each line of a list would do, shown before the lines are applied. */
export function PreviewTable({ lines }: { lines: readonly PlannedLine[] }) {
  return (
    <section className={styles.preview} aria-label="Preview">
      <p role="status" className={styles.summary}>
        {lines.length} {lines.length === 1 ? "line" : "lines"}: {summaryText(lines)}
      </p>
      <ul className={styles.rows} aria-label="Lines">
        {lines.map((line) => (
          <li key={line.lineNumber} className={styles.row} data-state={line.state}>
            <span className={styles.lineNumber}>{line.lineNumber}</span>
            <span className={styles.order}>
              <strong>{line.order ? line.order.customer.name || "No name" : line.reference || "–"}</strong>
              {line.order && (
                <span className={styles.detail}>
                  {referenceOf(line.order)} · {line.order.items.map(itemLabel).join(", ")}
                </span>
              )}
            </span>
            <span className={styles.tracking}>{line.tracking || "–"}</span>
            <span className={styles.outcome}>
              <Icon name={ICONS[line.state]} size={16} />
              {line.text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
