import { offsetMs } from "../../../shared/dates.ts";
import { isTimeZone } from "../../../shared/local-time.ts";
import { startOfDay } from "../../../shared/shop-day.ts";
import { CommandError } from "../command.ts";

/** A month in a time zone. `from` is the first moment of the month, `to` the first moment of the next month. */
export type Month = { name: string; zone: string; from: Date; to: Date };

/** The month `name` ('yyyy-mm') in a zone (an IANA name). Throws for any other name, for an unknown zone, and before the month begins. */
export function monthOf(name: string, zone: string, now: Date): Month {
  const [, year, month] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(name) ?? [];
  if (year === undefined || month === undefined)
    throw new CommandError(`${name} is not a month such as 2026-11.`);
  if (!isTimeZone(zone))
    throw new CommandError(`${zone} is not a time zone such as America/New_York or UTC.`);
  // Date.UTC counts months from 0, so this is the month after `name`.
  const nextMonthStart = new Date(Date.UTC(Number(year), Number(month))).toISOString().slice(0, 10);
  const [from, to] = [`${name}-01`, nextMonthStart].map((day) => new Date(startOfDay(day, zone)));
  if (!from || !to || from >= now) throw new CommandError(`${name} has not begun.`);
  return { name, zone, from, to };
}

/** The day 'yyyy-mm-dd' of a time (epoch seconds) in a zone. */
export const dayIn = (seconds: number, zone: string): string =>
  new Date(seconds * 1000 + offsetMs(seconds * 1000, zone)).toISOString().slice(0, 10);

export const isInMonth = ({ from, to }: Month, time: Date): boolean => time >= from && time < to;
