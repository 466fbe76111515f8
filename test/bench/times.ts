/** The duration of each of `count` runs, in ms. */
export async function timesOf(count: number, run: (i: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const startedAt = performance.now();
    await run(i);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** The value below which this fraction (0 to 1) of the values lies; NaN without values. */
export const quantile = (values: readonly number[], fraction: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * fraction))] ?? NaN;

/** The middle of the values; NaN without values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);
