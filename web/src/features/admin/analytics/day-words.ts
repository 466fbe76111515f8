const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options });
  return (day: string): string => formatter.format(new Date(`${day}T00:00:00Z`));
};

/** 'Nov 21' of '2026-11-21'. */
export const shortDay = format({ month: "short", day: "numeric" });
/** 'Sat, Nov 21, 2026'. */
export const longDay = format({ weekday: "short", month: "short", day: "numeric", year: "numeric" });
