const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** 'July 6, 2016': the day in UTC of an ISO date or time, so that the server and every browser render the same text. */
export const formatDay = (iso: string): string => dateFormat.format(new Date(iso));
