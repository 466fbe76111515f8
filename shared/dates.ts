const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const twoDigits = (n: number): string => String(n).padStart(2, "0");

/** Time zones change their offset only at full or half hours of UTC, so an offset is constant within each half hour. */
const HALF_HOUR_MS = 1_800_000;

/**
 * Returns the function `timeMs => offset`: how far, in ms, the clocks of a zone are ahead of UTC at a time in
 * ms.
 */
function createOffsetFunction(timeZone: string): (timeMs: number) => number {
  const formatter = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  // Cached, because a list has many times and the formatter is slow.
  const offsets = new Map<number, number>();
  return (timeMs) => {
    const halfHour = Math.floor(timeMs / HALF_HOUR_MS);
    const cachedOffset = offsets.get(halfHour);
    if (cachedOffset !== undefined) return cachedOffset;
    const name = formatter.formatToParts(timeMs).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign = "+", hours = "0", minutes = "0"] = /^GMT([+-])(\d+):(\d+)$/.exec(name) ?? [];
    const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
    offsets.set(halfHour, offset);
    return offset;
  };
}

const offsetsByZone = new Map<string, (timeMs: number) => number>();

/** How far, in ms, the clocks of `timeZone` (an IANA name) are ahead of UTC at a time in ms. */
export function offsetMs(timeMs: number, timeZone: string): number {
  const offsetAt = offsetsByZone.get(timeZone) ?? createOffsetFunction(timeZone);
  offsetsByZone.set(timeZone, offsetAt);
  return offsetAt(timeMs);
}

/** 'MMM dd, yyyy HH:mm' in `timeZone` (an IANA name). */
export function formatDateTime(iso: string, timeZone: string): string {
  const timeMs = Date.parse(iso);
  const local = new Date(timeMs + offsetMs(timeMs, timeZone));
  const day = `${MONTHS[local.getUTCMonth()]} ${twoDigits(local.getUTCDate())}, ${local.getUTCFullYear()}`;
  return `${day} ${twoDigits(local.getUTCHours())}:${twoDigits(local.getUTCMinutes())}`;
}
