import type { PointerEvent } from "react";
import { useState } from "react";
import type { SalesDay } from "../../../../../shared/analytics.ts";
import { useIsNarrow } from "../use-is-narrow.ts";
import styles from "./days-chart.module.css";
import type { Measure } from "./measures.ts";
import { longDay, shortDay } from "./measures.ts";
import type { Scale } from "./scale.ts";
import { labelledDayIndexes, scaleOf } from "./scale.ts";

/** The height of the chart in units of the view box. With 100, a y coordinate is also a percentage. */
const HEIGHT = 100;
/** The width of a bar, as a fraction of the width of a day. */
const BAR_WIDTH = 0.68;

/** Up to this width of the window, only `MAX_DATES.narrow` dates fit below the chart. */
const MAX_NARROW_WIDTH_PX = 768;
/** How many dates fit below the chart. The narrowest phone is 320 px wide. */
const MAX_DATES = { narrow: 3, wide: 8 };

type DaysChartProps = { days: readonly SalesDay[]; measure: Measure };

/** A bar chart with one bar per day. The day under the pointer shows its value in a tooltip. */
export function DaysChart({ days, measure }: DaysChartProps) {
  const isNarrow = useIsNarrow(MAX_NARROW_WIDTH_PX);
  const [hoveredIndex, setHoveredIndex] = useState<number>();
  const values = days.map(measure.getValue);
  const scale = scaleOf(
    values.map((value) => value ?? 0),
    measure.hasWholeValues,
  );
  const y = (value: number) => (HEIGHT * (scale.high - value)) / (scale.high - scale.low);
  const hoverDayAtPointer = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * days.length);
    setHoveredIndex(index >= 0 && index < days.length ? index : undefined);
  };
  return (
    <div className={styles.chart}>
      <Axis scale={scale} y={y} format={measure.format} />
      <div
        className={styles.plot}
        onPointerMove={hoverDayAtPointer}
        onPointerDown={hoverDayAtPointer}
        onPointerLeave={() => setHoveredIndex(undefined)}
      >
        <svg
          role="img"
          aria-label={textAlternative(days, values, measure)}
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
              x={i + (1 - BAR_WIDTH) / 2}
              width={BAR_WIDTH}
              y={y(Math.max(0, value))}
              height={Math.abs(y(value) - y(0))}
              className={value < 0 ? styles.negativeBar : styles.bar}
              data-hovered={hoveredIndex === i || undefined}
            />
          ))}
        </svg>
        {hoveredIndex !== undefined && (
          <Tooltip days={days} index={hoveredIndex} value={values[hoveredIndex]} measure={measure} />
        )}
      </div>
      <div aria-hidden="true" className={styles.dates}>
        {labelledDayIndexes(days.length, isNarrow ? MAX_DATES.narrow : MAX_DATES.wide).map((i) => (
          <DateLabel key={i} text={shortDay(days[i]?.day ?? "")} share={(i + 0.5) / days.length} />
        ))}
      </div>
    </div>
  );
}

/**
 * A date below its bar. `share`: the position of the bar as a fraction of the chart's width. The date is centered below the
 * bar, but stays inside the chart. In the chart's font each character is 1ch wide.
 */
function DateLabel({ text, share }: { text: string; share: number }) {
  const halfWidth = `${text.length / 2}ch`;
  const center = `clamp(${halfWidth}, ${share * 100}%, 100% - ${halfWidth})`;
  return <span style={{ insetInlineStart: center }}>{text}</span>;
}

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
          {shortenFigure(format(tick))}
        </span>
      ))}
    </div>
  );
}

/** Shortens a label of the axis: '$1,500.00' to '$1,500', and '$12,500.00' to '$12.5K'. */
const shortenFigure = (figure: string): string =>
  figure
    .replace(/\.00$/, "")
    .replace(/(\d\d),500$/, "$1.5K")
    .replace(/(\d\d),000$/, "$1K");

type TooltipProps = { days: readonly SalesDay[]; index: number; value: number | undefined; measure: Measure };

function Tooltip({ days, index, value, measure }: TooltipProps) {
  const share = (index + 0.5) / days.length;
  return (
    <div
      aria-hidden="true"
      className={styles.tooltip}
      // The tooltip stays inside the chart: at the left end it extends to the right, at the right end to the left.
      style={{ insetInlineStart: `${share * 100}%`, transform: `translateX(${-share * 100}%)` }}
    >
      <span>{longDay(days[index]?.day ?? "")}</span>
      <strong>{value === undefined ? "No orders" : measure.format(value)}</strong>
    </div>
  );
}

/** The text of the chart for screen readers. */
function textAlternative(
  days: readonly SalesDay[],
  values: readonly (number | undefined)[],
  { label, format }: Measure,
): string {
  const [firstDay, lastDay] = [days[0]?.day ?? "", days.at(-1)?.day ?? ""];
  const title = `${label} by day, ${shortDay(firstDay)} to ${shortDay(lastDay)}`;
  const amounts = values.map((value) => value ?? 0);
  const indexOfHighest = amounts.indexOf(Math.max(...amounts));
  const highestAmount = amounts[indexOfHighest];
  if (!highestAmount) return `${title}. None.`;
  return `${title}. Highest: ${format(highestAmount)} on ${shortDay(days[indexOfHighest]?.day ?? "")}.`;
}
