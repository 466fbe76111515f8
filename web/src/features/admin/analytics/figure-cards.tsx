import type { Analytics, Figures } from "../../../../../shared/analytics.ts";
import { averageOrderValue } from "../../../../../shared/analytics.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import { cx } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./figure-cards.module.css";
import { AVERAGE_LABEL, compareWithPrevious, previousText, REFUNDED_LABEL } from "./measures.ts";

type Figure = {
  label: string;
  getValue: (figures: Figures) => number | undefined;
  format: (value: number) => string;
  /** Whether a change of this figure is neither good nor bad. The change is then shown without a color. */
  isNeutral?: boolean;
};

const FIGURES: readonly Figure[] = [
  { label: "Revenue", getValue: ({ revenue }) => revenue, format: formatMoney },
  { label: "Orders", getValue: ({ orders }) => orders, format: String },
  { label: AVERAGE_LABEL, getValue: averageOrderValue, format: formatMoney },
  { label: REFUNDED_LABEL, getValue: ({ refunded }) => refunded, format: formatMoney, isNeutral: true },
];

const ICONS = { up: "arrow-up", down: "arrow-down", same: "minus" } as const;

/** Four figures of the period, each compared with the previous period of the same length. */
export function FigureCards({ analytics }: { analytics: Analytics }) {
  const { total, before: previousTotal, days } = analytics;
  return (
    <dl className={styles.cards}>
      {FIGURES.map(({ label, getValue, format, isNeutral }) => {
        const value = getValue(total);
        const previousValue = getValue(previousTotal);
        const change = compareWithPrevious(value, previousValue);
        return (
          <div key={label} className={`card ${styles.card}`}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.value}>{value === undefined ? "–" : format(value)}</dd>
            <dd className={cx(styles.change, change && !isNeutral && styles[change.direction])}>
              {change ? (
                <>
                  <Icon name={ICONS[change.direction]} size={15} />
                  {change.text} the {days.length} days before
                </>
              ) : (
                previousText(previousValue, format, days.length)
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
