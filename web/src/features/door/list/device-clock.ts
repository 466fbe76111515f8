/** The shop's clock beside the device's. `offset`: what must be added to the device's clock; all times in ms. */
export type ClockOffset = { offset: number; roundTrip: number; measuredAt: number };

/** After this time a new measurement replaces a more exact one, because clocks drift. */
const STALE_MS = 600_000;

/** A time of the device by the shop's clock. */
export const shopTime = ({ at, clockOffset = 0 }: { at: string; clockOffset?: number | undefined }): string =>
  new Date(Date.parse(at) + clockOffset).toISOString();

/** The offset by one request: the shop's clock was read between `sentAt` and `receivedAt` of the device's clock. */
export const measureOffset = (sentAt: number, receivedAt: number, shopTime: string): ClockOffset => ({
  offset: Date.parse(shopTime) - (sentAt + receivedAt) / 2,
  roundTrip: Math.max(0, receivedAt - sentAt),
  measuredAt: receivedAt,
});

/**
 * The better of two measurements: the one with the shorter round trip. The newer one, if they differ by more than their
 * round trips allow, because then the device's clock was set.
 */
export function betterOffset(known: ClockOffset | undefined, next: ClockOffset): ClockOffset {
  if (!known || next.roundTrip <= known.roundTrip) return next;
  const age = next.measuredAt - known.measuredAt;
  const possible = (known.roundTrip + next.roundTrip) / 2;
  const wasSet = Math.abs(next.offset - known.offset) > possible;
  return wasSet || age < 0 || age > STALE_MS ? next : known;
}
