import * as z from "zod/mini";
import { answerAwsJson, AwsError } from "../util/aws-json.ts";
import type { Emulator } from "../util/emulator.ts";
import { header, readBody, sendJson } from "../util/http.ts";
import type { Bus } from "./bus.ts";
import { replayOperations } from "./replays.ts";

const Entry = z.object({
  EventBusName: z._default(z.string(), "default"),
  Source: z.string().check(z.minLength(1)),
  DetailType: z.string().check(z.minLength(1)),
  Detail: z.string(),
  Time: z.optional(z.number()),
  Resources: z.optional(z.array(z.string())),
});
const PutEvents = z.object({ Entries: z.array(z.unknown()).check(z.minLength(1), z.maxLength(10)) });

/** Largest call in bytes (EventBridge API reference, PutEvents). */
const MAX_CALL_BYTES = 256 * 1024;

type Outcome = { EventId: string } | { ErrorCode: string; ErrorMessage: string };

function detailOf(json: string): Record<string, unknown> | undefined {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

function putEntry(bus: Bus, input: unknown): Outcome {
  const parsed = Entry.safeParse(input);
  if (!parsed.success)
    return { ErrorCode: "InvalidArgument", ErrorMessage: "Source, DetailType and Detail are needed." };
  const { EventBusName, Source, DetailType, Detail, Time, Resources } = parsed.data;
  const detail = detailOf(Detail);
  if (!detail) return { ErrorCode: "MalformedDetail", ErrorMessage: "Detail is malformed." };
  if (Source.startsWith("aws."))
    return { ErrorCode: "NotAuthorizedForSourceException", ErrorMessage: "Not authorized for the source." };
  if (!bus.has(EventBusName))
    return { ErrorCode: "ResourceNotFoundException", ErrorMessage: "Event bus does not exist." };
  const EventId = bus.put({
    bus: EventBusName,
    source: Source,
    detailType: DetailType,
    detail,
    ...(Time !== undefined && { time: new Date(Time * 1000).toISOString() }),
    ...(Resources && { resources: Resources }),
  });
  return { EventId };
}

/** The part of EventBridge's API that functions and commands call: PutEvents, and what a replay needs. */
export function createEventsApi(bus: Bus): Emulator {
  const replays = replayOperations(bus);
  const run = (target: string, input: unknown): object => {
    const operation = replays[target.replace("AWSEvents.", "")];
    if (!operation) throw new AwsError("UnknownOperationException", `No ${target || "operation"} here.`);
    return operation(input);
  };
  return {
    async handle(req, res) {
      if (header(req, "x-amz-target") !== "AWSEvents.PutEvents") return answerAwsJson(req, res, run);
      const body = await readBody(req, 2 * MAX_CALL_BYTES);
      const parsed = PutEvents.safeParse(JSON.parse(body.toString()));
      if (!parsed.success || body.length > MAX_CALL_BYTES)
        return sendJson(res, 400, {
          __type: "ValidationException",
          message: "1 to 10 entries, 256 KB in all.",
        });
      const Entries = parsed.data.Entries.map((entry) => putEntry(bus, entry));
      sendJson(res, 200, {
        FailedEntryCount: Entries.filter((entry) => "ErrorCode" in entry).length,
        Entries,
      });
    },
    close: () => Promise.resolve(),
  };
}
