import { CommandError } from "./command.ts";

/** The time in an argument. Throws if the text is not a time, has no time zone, or is not in the past. */
export function parseTime(text: string, now: Date): Date {
  const time = new Date(text);
  if (Number.isNaN(+time) || !/T.+(Z|[+-]\d\d:\d\d)$/.test(text))
    throw new CommandError(`${text} is not a time with a zone, such as 2026-11-22T10:00:00Z.`);
  if (+time >= +now) throw new CommandError(`${text} is not in the past.`);
  return time;
}
