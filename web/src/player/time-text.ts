/** A time in a recording: `4:05`, `1:02:03`. */
export function clockText(seconds: number): string {
  const totalSeconds = Math.max(0, Math.floor(seconds));
  const [hours, minutes, secondsOfMinute] = [
    Math.floor(totalSeconds / 3600),
    Math.floor(totalSeconds / 60) % 60,
    totalSeconds % 60,
  ];
  const pad = (part: number) => String(part).padStart(2, "0");
  return hours > 0
    ? `${hours}:${pad(minutes)}:${pad(secondsOfMinute)}`
    : `${minutes}:${pad(secondsOfMinute)}`;
}

const withUnit = (value: number, unit: string) => `${value} ${unit}${value === 1 ? "" : "s"}`;

/** A time for screen readers: `1 hour 2 minutes 3 seconds`. */
export function spokenTime(seconds: number): string {
  const totalSeconds = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(totalSeconds / 3600), "hour"],
    [Math.floor(totalSeconds / 60) % 60, "minute"],
    [totalSeconds % 60, "second"],
  ] as const;
  const shownParts = parts.filter(([value]) => value > 0);
  return shownParts.length === 0
    ? "0 seconds"
    : shownParts.map(([value, unit]) => withUnit(value, unit)).join(" ");
}

/** The length of an episode: `54 min`, `1 h 4 min`, `45 s`. */
export function lengthText(seconds: number): string {
  if (Math.round(seconds) < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
