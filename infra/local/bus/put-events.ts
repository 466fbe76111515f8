import * as z from "zod/mini";
import { awsJsonHandler } from "../util/aws-json.ts";
import type { Handler } from "../util/local-server.ts";
import { parseJson } from "../util/parse.ts";
import type { EventBuses } from "./bus.ts";
import { replayOperations } from "./replays.ts";

const Entry = z.object({
  EventBusName: z._default(z.string(), "default"),
  Source: z.string().check(z.minLength(1)),
  DetailType: z.string().check(z.minLength(1)),
  Detail: z.string(),
  Time: z.optional(z.number()),
  Resources: z.optional(z.array(z.string())),
});

/** Largest call, in bytes. EventBridge takes 1 MB, but the shop sends at most this (lambdas/lib/bus.ts). */
const MAX_CALL_BYTES = 256 * 1024;
const isWithinCallLimits = (entries: readonly unknown[]): boolean =>
  entries.length > 0 && entries.length <= 10 && Buffer.byteLength(JSON.stringify(entries)) <= MAX_CALL_BYTES;
const EventDetail = z.record(z.string(), z.unknown());
const PutEventsInput = z.object({
  Entries: z.array(z.unknown()).check(z.refine(isWithinCallLimits, "1 to 10 entries, 256 KB in all.")),
});

type Outcome = { EventId: string } | { ErrorCode: string; ErrorMessage: string };

function putEntry(buses: EventBuses, input: unknown): Outcome {
  const parsed = Entry.safeParse(input);
  if (!parsed.success)
    return { ErrorCode: "InvalidArgument", ErrorMessage: "Source, DetailType and Detail are needed." };
  const { EventBusName, Source, DetailType, Detail, Time, Resources } = parsed.data;
  const detail = EventDetail.safeParse(parseJson(Detail)).data;
  if (!detail) return { ErrorCode: "MalformedDetail", ErrorMessage: "Detail is malformed." };
  if (Source.startsWith("aws."))
    return { ErrorCode: "NotAuthorizedForSourceException", ErrorMessage: "Not authorized for the source." };
  if (!buses.has(EventBusName))
    return { ErrorCode: "ResourceNotFoundException", ErrorMessage: "Event bus does not exist." };
  const EventId = buses.put({
    bus: EventBusName,
    source: Source,
    detailType: DetailType,
    detail,
    ...(Time !== undefined && { time: new Date(Time * 1000).toISOString() }),
    ...(Resources && { resources: Resources }),
  });
  return { EventId };
}

/** EventBridge's operations for functions and commands: PutEvents, and those for replays. */
export const createEventsApi = (buses: EventBuses): Handler =>
  awsJsonHandler({
    ...replayOperations(buses),
    PutEvents(input) {
      const Entries = PutEventsInput.parse(input).Entries.map((entry) => putEntry(buses, entry));
      return { FailedEntryCount: Entries.filter((entry) => "ErrorCode" in entry).length, Entries };
    },
  });
