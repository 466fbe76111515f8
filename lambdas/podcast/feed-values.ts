/** Minutes and seconds are at most 59 only by convention: `75:10` is 75 minutes and 10 seconds. */
const CLOCK = /^(?:(\d{1,3}):)?(\d{1,4}):(\d{1,2})(?:\.\d+)?$/;
const MAX_SECONDS = 7 * 24 * 3600;

/** The seconds in `1:02:03`, `62:03` or `3723`; undefined for another text, for zero, and for more than a week. */
export function parseDuration(text: string): number | undefined {
  const trimmed = text.trim();
  const [, hours = "0", minutes, seconds] = CLOCK.exec(trimmed) ?? [];
  // NaN for another text, because `Number(undefined)` is NaN.
  const total = /^\d{1,9}(\.\d+)?$/.test(trimmed)
    ? Math.round(Number(trimmed))
    : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return total > 0 && total <= MAX_SECONDS ? total : undefined;
}

/** The offsets of time zones that `Date.parse`, or `hasZone` below, does not know. */
const ZONES: Record<string, string> = {
  UT: "+0000",
  CET: "+0100",
  CEST: "+0200",
  BST: "+0100",
  EET: "+0200",
  EEST: "+0300",
  IST: "+0530",
  JST: "+0900",
  AEST: "+1000",
  AEDT: "+1100",
};
/** A date that is further ahead than this is a mistake. */
const MAX_AHEAD_MS = 366 * 24 * 3_600_000;

/**
 * The time that a feed means, in ISO 8601; undefined if it cannot be read, is before 1970, or is more than a year after `now`.
 * Accepts RFC 822 with wrong or foreign names of days, and ISO 8601. A time without a zone is UTC.
 */
export function parseDate(text: string, now: Date): string | undefined {
  const dateText = text
    .trim()
    .replace(/^\p{L}+\.?,?\s+(?=\d)/u, "")
    .replace(/\s\([^)]{0,40}\)$/, "")
    .replace(/\bSept\b/i, "Sep")
    .replace(/\s([A-Z]{2,4})$/, (whole, zone: string) => (ZONES[zone] ? ` ${ZONES[zone]}` : whole));
  const hasZone = /(Z|GMT|UTC|[ECMP][SD]T|[+-]\d{2}:?\d{2})$/i.test(dateText);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(dateText);
  const missingZone = /^\d{4}-/.test(dateText) ? "Z" : " UTC";
  // `Date.parse` reads a day without a time as UTC.
  const ms = Date.parse(hasZone || isDay ? dateText : dateText + missingZone);
  const isTime = ms > 0 && ms <= now.getTime() + MAX_AHEAD_MS;
  return isTime ? new Date(ms).toISOString() : undefined;
}

/** A whole number from 0 to 99,999; undefined for another text. */
export const parseNumber = (text: string): number | undefined =>
  /^\d{1,5}$/.test(text.trim()) ? Number(text) : undefined;

export const parseExplicit = (text: string): boolean => /^(true|yes|explicit)$/i.test(text.trim());

const AUDIO_TYPES: Record<string, string> = {
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  mp4: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  flac: "audio/flac",
};

/**
 * The MIME type of a recording: the feed's type or, if the feed has none or only `application/octet-stream`, the type by the
 * URL's extension. Undefined if it is no recording.
 */
export function recordingType(type: string, url: string): string | undefined {
  const givenType = type.trim().toLowerCase();
  if (/^(audio|video)\/[\w.+-]{1,60}$/.test(givenType)) return givenType;
  const extension = /\.(\w{3,4})$/.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? "";
  return /^($|application\/octet-stream)/.test(givenType) ? AUDIO_TYPES[extension] : undefined;
}
