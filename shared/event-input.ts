import * as z from "zod/mini";
import { customerFields } from "./customer-fields.ts";
import type { EventFacts } from "./event-facts.ts";
import { isTimeZone } from "./local-time.ts";
import { line } from "./text.ts";
import { usState } from "./us-states.ts";

const time = (required: string) => z.iso.datetime(required);

type Times = Pick<EventFacts, "startsAt" | "endsAt" | "doorsAt" | "salesEndAt">;

/** The rules for the times of an event together, as errors by field. */
function timeProblems({ startsAt, endsAt, doorsAt, salesEndAt }: Times): Record<string, string> {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
  return {
    ...(end <= start ? { endsAt: "The end must be after the start" } : {}),
    ...(doorsAt && Date.parse(doorsAt) > start ? { doorsAt: "Doors must not open after the start" } : {}),
    ...(salesEndAt && Date.parse(salesEndAt) > end
      ? { salesEndAt: "Sales must not end after the event" }
      : {}),
  };
}

/** The event of a ticket as an admin entered it. Times are in UTC; `timeZone` is that of the venue's clocks. */
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
        usState(),
      ),
      zip: customerFields.zip,
    }),
  })
  .check(
    z.check<Times>(({ value, issues }) => {
      for (const [field, message] of Object.entries(timeProblems(value)))
        issues.push({ code: "custom", input: value, path: [field], message });
    }),
  );
