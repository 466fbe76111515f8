import * as z from "zod/mini";
import { customerFields } from "./customer-fields.ts";
import type { EventFacts } from "./event-facts.ts";
import { isTimeZone } from "./local-time.ts";
import { line } from "./text.ts";
import { usStateRule } from "./us-states.ts";

const [FIRST_YEAR, LAST_YEAR] = [2000, 2100];
/** The length of a time with milliseconds. */
const MAX_TIME_LENGTH = 24;
const DAY_MS = 86_400_000;

const time = (requiredError: string) =>
  z.iso.datetime(requiredError).check(
    z.maxLength(MAX_TIME_LENGTH, `A time has at most ${MAX_TIME_LENGTH} characters`),
    z.refine((text) => {
      const year = new Date(text).getUTCFullYear();
      return Number.isNaN(year) || (year >= FIRST_YEAR && year <= LAST_YEAR);
    }, `Enter a year from ${FIRST_YEAR} to ${LAST_YEAR}`),
  );

type Times = Pick<EventFacts, "startsAt" | "endsAt" | "doorsAt" | "salesEndAt">;

function doorsError(doorsMs: number, startMs: number): string | undefined {
  if (doorsMs > startMs) return "Doors must not open after the start";
  return doorsMs < startMs - DAY_MS ? "Doors must not open more than a day before the start" : undefined;
}

/** The errors of the rules that compare the times of an event, by field. */
function timeErrors({ startsAt, endsAt, doorsAt, salesEndAt }: Times): Record<string, string> {
  const [startMs, endMs] = [Date.parse(startsAt), Date.parse(endsAt)];
  const doorsErrorText = doorsAt && doorsError(Date.parse(doorsAt), startMs);
  return {
    ...(endMs <= startMs ? { endsAt: "The end must be after the start" } : {}),
    ...(doorsErrorText ? { doorsAt: doorsErrorText } : {}),
    ...(salesEndAt && Date.parse(salesEndAt) > endMs
      ? { salesEndAt: "Sales must not end after the event" }
      : {}),
  };
}

/**
 * The event of a ticket product as an admin entered it, not one of the shop's own events (see event-facts.ts). Times are in UTC;
 * `timeZone` is that of the venue's clocks.
 */
export const EventInput = z
  .object({
    title: z.optional(line("The title is empty", 120)),
    startsAt: time("Start is required"),
    endsAt: time("End is required"),
    doorsAt: z.optional(time("Enter a date and a time")),
    salesEndAt: z.optional(time("Enter a date and a time")),
    timeZone: line("Time zone is required", 60).check(
      z.refine(isTimeZone, "Enter a time zone such as America/New_York"),
    ),
    venue: z.object({
      name: line("Venue is required", 120),
      street: line("Street address is required", 200),
      city: customerFields.city,
      state: line("State is required", 100).check(
        z.length(2, "State must be 2 characters"),
        z.toUpperCase(),
        usStateRule(),
      ),
      zip: customerFields.zip,
    }),
  })
  .check(
    z.check<Times>(({ value, issues }) => {
      for (const [field, message] of Object.entries(timeErrors(value)))
        issues.push({ code: "custom", input: value, path: [field], message });
    }),
  );
