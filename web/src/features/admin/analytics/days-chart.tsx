import type { CSSProperties, PointerEvent } from "react";
import { useState } from "react";
import type { SalesDay } from "../../../../../shared/analytics.ts";
import { useIsPhone } from "../use-is-phone.ts";
import styles from "./days-chart.module.css";
import type { Measure } from "./measures.ts";
import { longDay, shortDay } from "./measures.ts";
import type { Scale } from "./scale.ts";
import { labelledDays, scaleOf } from "./scale.ts";

const HEIGHT = 100;
/** The width of a bar, as part of the width of a day. */
const BAR = 0.68;

type DaysChartProps = { days: readonly SalesDay[]; measure: Measure };

/** A bar chart by day. Its values are shown under the pointer, and in the table behind the chart. */
export function DaysChart({ days, measure }: DaysChartProps) {
  const isPhone = useIsPhone();
  const [at, setAt] = useState<number>();
  const values = days.map(measure.of);
  const scale = scaleOf(
    values.map((value) => value ?? 0),
    measure.whole,
  );
  const y = (value: number) => (HEIGHT * (scale.high - value)) / (scale.high - scale.low);
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const day = Math.floor(((event.clientX - left) / width) * days.length);
    setAt(day >= 0 && day < days.length ? day : undefined);
  };
  return (
    <div className={styles.chart}>
      <Axis scale={scale} y={y} format={measure.format} />
      <div
        className={styles.plot}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setAt(undefined)}
      >
        <svg
          role="img"
          aria-label={summary(days, values, measure)}
          viewBox={`0 0 ${days.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          className={styles.svg}
        >
          {scale.ticks.map((tick) => (
            <line
              key={tick}
              x1={0}
              x2={days.length}
              y1={y(tick)}
              y2={y(tick)}
              className={tick === 0 ? styles.zero : styles.grid}
            />
          ))}
          {values.map((value = 0, i) => (
            <rect
              key={days[i]?.day}
              x={i + (1 - BAR) / 2}
              width={BAR}
              y={y(Math.max(0, value))}
              height={Math.abs(y(value) - y(0))}
              className={value < 0 ? styles.below : styles.bar}
              data-at={at === i || undefined}
            />
          ))}
        </svg>
        {at !== undefined && <Tip days={days} at={at} value={values[at]} measure={measure} />}
      </div>
      <div aria-hidden="true" className={styles.dates}>
        {labelledDays(days.length, isPhone ? 4 : 8).map((i) => (
          <span key={i} style={placeOf(i, days.length)}>
            {shortDay(days[i]?.day ?? "")}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Puts a date below the middle of its bar. The last date of many ends at the edge, so that it does not stick out. */
const placeOf = (i: number, count: number): CSSProperties =>
  i === count - 1 && count > 7
    ? { insetInlineEnd: 0 }
    : { insetInlineStart: `${((i + 0.5) / count) * 100}%`, transform: "translateX(-50%)" };

function Axis({
  scale,
  y,
  format,
}: {
  scale: Scale;
  y: (value: number) => number;
  format: Measure["format"];
}) {
  return (
    <div aria-hidden="true" className={styles.axis}>
      {scale.ticks.map((tick) => (
        <span key={tick} style={{ insetBlockStart: `${y(tick)}%` }}>
          {short(format(tick))}
        </span>
      ))}
    </div>
  );
}

/** Shortens a label of the axis: '$1,500.00' to '$1,500', and '$12,500.00' to '$12.5K'. */
const short = (figure: string): string =>
  figure
    .replace(/\.00$/, "")
    .replace(/(\d\d),500$/, "$1.5K")
    .replace(/(\d\d),000$/, "$1K");

type TipProps = { days: readonly SalesDay[]; at: number; value: number | undefined; measure: Measure };

function Tip({ days, at, value, measure }: TipProps) {
  const share = (at + 0.5) / days.length;
  return (
    <div
      aria-hidden="true"
      className={styles.tip}
      // At the left edge of the chart it extends to the right, and the other way round.
      style={{ insetInlineStart: `${share * 100}%`, transform: `translateX(${-share * 100}%)` }}
    >
      <span>{longDay(days[at]?.day ?? "")}</span>
      <strong>{value === undefined ? "No orders" : measure.format(value)}</strong>
    </div>
  );
}

/** The text alternative of the chart. */
function summary(
  days: readonly SalesDay[],
  values: readonly (number | undefined)[],
  { label, format }: Measure,
): string {
  const [first, last] = [days[0]?.day ?? "", days.at(-1)?.day ?? ""];
  const best = values.reduce<number>((top, value, i) => ((value ?? 0) > (values[top] ?? 0) ? i : top), 0);
  const span = `${label} by day, ${shortDay(first)} to ${shortDay(last)}`;
  const most = values[best];
  return most ? `${span}. Highest: ${format(most)} on ${shortDay(days[best]?.day ?? "")}.` : `${span}. None.`;
}
