/** The value axis of a chart: its ends (`low` is 0 or less) and the round numbers that are labelled. */
export type Scale = { low: number; high: number; ticks: number[] };

const STEPS = [1, 2, 2.5, 5, 10];
/** The approximate number of lines above zero. */
const LINES = 4;

/** A scale for `values`, with `whole` labelled in whole numbers only. */
export function scaleOf(values: readonly number[], whole = false): Scale {
  const top = Math.max(0, ...values);
  const bottom = Math.min(0, ...values);
  const range = top - bottom;
  if (range === 0) return { low: 0, high: 1, ticks: [0] };
  const raw = range / LINES;
  const power = 10 ** Math.floor(Math.log10(raw));
  const wide = (STEPS.find((candidate) => candidate * power >= raw * (1 - 1e-9)) ?? 10) * power;
  const step = whole ? Math.max(1, Math.ceil(wide)) : wide;
  const first = Math.floor(bottom / step);
  const last = Math.ceil(top / step);
  // Multiples of the step, because sums such as 0.1 + 0.2 have rounding errors.
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toFixed(6)));
  return { low: ticks[0] ?? 0, high: ticks.at(-1) ?? 1, ticks };
}

/** The days (of `count`) that are labelled with their date: at most `most`, evenly spaced, always with the last one. */
export function labelledDays(count: number, most: number): number[] {
  const step = Math.ceil(count / most);
  return Array.from({ length: count }, (_, i) => i).filter((i) => (count - 1 - i) % step === 0);
}
