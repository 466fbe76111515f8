/** The value axis of a chart. `low` (0 or less) and `high` are its ends, `ticks` the round numbers that get a label. */
export type Scale = { low: number; high: number; ticks: number[] };

/** Steps between labels that are easy to read, times a power of ten. */
const ROUND_STEPS = [1, 2, 2.5, 5, 10];
/** The approximate number of steps between the ends of the axis. */
const STEP_COUNT = 4;

/** The axis for `values`. With `hasWholeValues`, all labels are whole numbers. */
export function scaleOf(values: readonly number[], hasWholeValues = false): Scale {
  const highestValue = Math.max(0, ...values);
  const lowestValue = Math.min(0, ...values);
  const range = highestValue - lowestValue;
  if (range === 0) return { low: 0, high: 1, ticks: [0] };
  const exactStep = range / STEP_COUNT;
  const powerOfTen = 10 ** Math.floor(Math.log10(exactStep));
  // Slightly smaller than the exact step, so that a rounding error does not exclude the round step that fits.
  const minimumStep = exactStep * (1 - 1e-9);
  const roundStep = (ROUND_STEPS.find((step) => step * powerOfTen >= minimumStep) ?? 10) * powerOfTen;
  const step = hasWholeValues ? Math.max(1, Math.ceil(roundStep)) : roundStep;
  const firstStep = Math.floor(lowestValue / step);
  const lastStep = Math.ceil(highestValue / step);
  // Multiples of the step, because sums such as 0.1 + 0.2 have rounding errors.
  const ticks = Array.from({ length: lastStep - firstStep + 1 }, (_, i) =>
    Number(((firstStep + i) * step).toFixed(6)),
  );
  return { low: ticks[0] ?? 0, high: ticks.at(-1) ?? 1, ticks };
}

/** The indexes of the days whose date is shown: evenly spaced, the last day included. */
export function labelledDayIndexes(dayCount: number, maxLabels: number): number[] {
  const step = Math.max(1, Math.floor((dayCount - 1) / (maxLabels - 1)));
  return Array.from({ length: dayCount }, (_, i) => i)
    .filter((i) => (dayCount - 1 - i) % step === 0)
    .slice(-maxLabels);
}
