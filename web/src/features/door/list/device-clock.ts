/**
 * The difference between the shop's clock and the device's clock. `offset` is added to the device's clock. All times in
 * ms.
 */
export type ClockOffset = { offset: number; roundTrip: number; measuredAt: number };

/** After this time a new measurement replaces a more exact measurement, because clocks drift. */
const MAX_AGE_MS = 600_000;

/** Converts a time of the device's clock to the shop's clock. */
export const shopTime = ({ at, clockOffset = 0 }: { at: string; clockOffset?: number | undefined }): string =>
  new Date(Date.parse(at) + clockOffset).toISOString();

/**
 * Measures the offset by one request. The shop's clock was read between `sentAt` and `receivedAt` of the device's
 * clock.
 */
export const measureOffset = (sentAt: number, receivedAt: number, shopTimeIso: string): ClockOffset => ({
  offset: Date.parse(shopTimeIso) - (sentAt + receivedAt) / 2,
  roundTrip: Math.max(0, receivedAt - sentAt),
  measuredAt: receivedAt,
});

/**
 * The better of two measurements: usually the one with the shorter round trip. If they differ by more than
 * their round trips can explain, somebody has set the device's clock; then the newer measurement is better.
 */
export function betterOffset(previous: ClockOffset | undefined, next: ClockOffset): ClockOffset {
  if (!previous || next.roundTrip <= previous.roundTrip) return next;
  const age = next.measuredAt - previous.measuredAt;
  const maxDifference = (previous.roundTrip + next.roundTrip) / 2;
  const wasClockSet = Math.abs(next.offset - previous.offset) > maxDifference;
  return wasClockSet || age < 0 || age > MAX_AGE_MS ? next : previous;
}
