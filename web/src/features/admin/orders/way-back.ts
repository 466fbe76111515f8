/**
 * How much of the time from now back to the month of the first order ('yyyy-mm') lies behind the last order loaded
 * (ISO 8601): 0 to 1; undefined while either is unknown.
 */
export function wayBack(
  last: string | undefined,
  oldest: string | undefined,
  now: number,
): number | undefined {
  if (last === undefined || oldest === undefined) return undefined;
  const whole = now - Date.parse(`${oldest}-01T00:00:00Z`);
  return whole > 0 ? Math.min(1, Math.max(0, (now - Date.parse(last)) / whole)) : undefined;
}
