import type { Analytics, Figures } from "../../../../../shared/analytics.ts";
import { averageOrder } from "../../../../../shared/analytics.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import { cx } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./figure-cards.module.css";
import { comparison } from "./measures.ts";

type Figure = {
  label: string;
  of: (figures: Figures) => number | undefined;
  format: (value: number) => string;
  /** An increase is neither good nor bad, so it has no color. */
  neutral?: boolean;
};

const FIGURES: readonly Figure[] = [
  { label: "Revenue", of: ({ revenue }) => revenue, format: formatMoney },
  { label: "Orders", of: ({ orders }) => orders, format: String },
  { label: "Average order", of: averageOrder, format: formatMoney },
  { label: "Refunded", of: ({ refunded }) => refunded, format: formatMoney, neutral: true },
];

const ICONS = { up: "arrow-up", down: "arrow-down", same: "minus" } as const;

/** Four figures of the period, each compared with the period before. */
export function FigureCards({ analytics: { total, before, days } }: { analytics: Analytics }) {
  return (
    <dl className={styles.cards}>
      {FIGURES.map(({ label, of, format, neutral }) => {
        const now = of(total);
        const change = comparison(now, of(before));
        return (
          <div key={label} className={`card ${styles.card}`}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.value}>{now === undefined ? "–" : format(now)}</dd>
            <dd className={cx(styles.change, change && !neutral && styles[change.direction])}>
              {change ? (
                <>
                  <Icon name={ICONS[change.direction]} size={15} />
                  {change.text} the {days.length} days before
                </>
              ) : (
                `Nothing in the ${days.length} days before`
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
