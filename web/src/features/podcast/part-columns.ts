const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return 60 * hours + minutes;
};

/**
 * The columns of a grid for the parts of an episode, in proportion to their lengths. `times` (hh:mm): the start of each part, and
 * the end of the last.
 */
export const partColumns = (times: readonly string[]): string =>
  times
    .slice(1)
    .map((end, i) => `minmax(0, ${Math.max(1, minutesOf(end) - minutesOf(times[i] ?? ""))}fr)`)
    .join(" ");
