import { ToggleButton, ToggleButtonGroup } from "@aws-amplify/ui-react";
import type { Analytics } from "../../../../../shared/analytics.ts";
import { PERIODS } from "../../../../../shared/analytics.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Heading } from "../heading.tsx";
import { LoadState } from "../load-state.tsx";
import { useNow } from "../use-now.ts";
import styles from "./analytics-tab.module.css";
import { BestSellers } from "./best-sellers.tsx";
import { BooksLine } from "./books-line.tsx";
import { booksNeedAttention } from "./books-text.ts";
import { RevenueByCategory } from "./revenue-by-category.tsx";
import { FiguresByDay } from "./figures-by-day.tsx";
import { FigureCards } from "./figure-cards.tsx";
import { LowStock } from "./low-stock.tsx";
import type { AnalyticsChoice } from "./use-analytics.ts";
import { useAnalytics, useAnalyticsChoice } from "./use-analytics.ts";
import { useBooks } from "./use-books.ts";

/** Sales figures for a period. */
export function AnalyticsTab() {
  const { choice, choose } = useAnalyticsChoice();
  const { data: analytics, error, retry } = useAnalytics(choice.days);
  const { result: booksResult } = useBooks().data ?? {};
  const now = useNow();
  // If the hourly comparison with Stripe needs attention, the figures may be wrong, so its line is above the figures.
  const isBooksLineFirst = booksResult !== undefined && booksNeedAttention(booksResult, now);
  return (
    <>
      <div className={styles.head}>
        <Heading>Analytics</Heading>
        <ToggleButtonGroup
          aria-label="Period"
          isExclusive
          isSelectionRequired
          value={String(choice.days)}
          onChange={(value) => {
            const days = PERIODS.find((period) => String(period) === value);
            if (days) choose({ days });
          }}
        >
          {PERIODS.map((days) => (
            <ToggleButton key={days} value={String(days)}>
              {days} days
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </div>
      <div className={styles.sections}>
        {isBooksLineFirst && <BooksLine />}
        <LoadState what="figures" hasData={analytics !== undefined} error={error} retry={retry}>
          {analytics && (
            <PeriodFigures
              analytics={analytics}
              choice={choice}
              onMeasureChange={(measureId) => choose({ measureId })}
            />
          )}
        </LoadState>
        {/* Not before the figures or their error are shown: these would push this line down. */}
        {!isBooksLineFirst && (analytics || error) && <BooksLine />}
        {analytics && (
          <p className={styles.note}>
            Days begin and end at midnight in the shop&rsquo;s time zone ({analytics.timeZone}). Revenue is
            what was paid, shipping and tax included, less refunds and lost disputes, which count on the day
            the money went back. A refund of items or shipping lowers these alone; any other amount, and a
            lost dispute, is divided among the order&rsquo;s items, shipping and tax in proportion. A category
            is below zero if more of it was refunded than sold in these days, or if an item was refunded at
            its full price after a part of it had already gone back.
          </p>
        )}
      </div>
    </>
  );
}

type PeriodFiguresProps = {
  analytics: Analytics;
  choice: AnalyticsChoice;
  onMeasureChange: (measureId: string | null) => void;
};

function PeriodFigures({ analytics, choice, onMeasureChange }: PeriodFiguresProps) {
  const { total, before: previousTotal, days } = analytics;
  const isEmpty = total.paid === 0 && total.orders === 0 && total.refunded === 0;
  const isNewPeriodLoading = days.length !== choice.days;
  return (
    <div aria-busy={isNewPeriodLoading} className={styles.figures}>
      {isEmpty ? (
        <div className="card">
          <EmptyState icon="chart" title={`No sales in these ${days.length} days`}>
            {previousTotal.orders > 0
              ? `The ${days.length} days before had sales.`
              : "As soon as an order is paid, its figures show here."}
          </EmptyState>
        </div>
      ) : (
        <>
          <FigureCards analytics={analytics} />
          <FiguresByDay
            analytics={analytics}
            measureId={choice.measureId}
            onMeasureChange={onMeasureChange}
          />
          <div className={styles.pair}>
            <RevenueByCategory analytics={analytics} />
            <BestSellers analytics={analytics} />
          </div>
        </>
      )}
      <LowStock analytics={analytics} />
    </div>
  );
}
