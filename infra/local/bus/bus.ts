import { randomUUID } from "node:crypto";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Faults } from "../faults.ts";
import { openJournal } from "../util/journal.ts";
import type { Queues } from "../queues/queues.ts";
import type { Queue } from "../queues/queue.ts";
import { ACCOUNT, REGION, unsupported } from "../template/resource-types.ts";
import type { Stack } from "../template/stack.ts";
import { compilePattern, type Matcher } from "./pattern.ts";

const Pattern = z.record(z.string(), z.unknown());
const RuleProperties = z.object({
  Description: z._default(z.string(), ""),
  EventBusName: z._default(z.string(), "default"),
  EventPattern: z.optional(Pattern),
  ScheduleExpression: unsupported("A rule with a schedule"),
  State: z._default(z.string(), "ENABLED"),
  Targets: z._default(
    z.array(
      z.object({
        Arn: z.string(),
        Input: unsupported("A target's Input"),
        InputPath: unsupported("A target's InputPath"),
        InputTransformer: unsupported("A target's InputTransformer"),
      }),
    ),
    [],
  ),
});
const ArchiveProperties = z.object({ SourceArn: z.string(), EventPattern: z.optional(Pattern) });

/** An event in the format that rules match and consumers receive. */
export type Envelope = {
  version: "0";
  id: string;
  "detail-type": string;
  source: string;
  account: string;
  time: string;
  region: string;
  resources: string[];
  detail: Record<string, unknown>;
  "replay-name"?: string;
};

export type NewEvent = {
  bus: string;
  source: string;
  detailType: string;
  detail: Record<string, unknown>;
  time?: string;
  resources?: string[];
};
export type RecentEvent = Pick<NewEvent, "source" | "detailType" | "detail"> & { id: string; at: string };

/** The template's event buses and the account's default bus. */
export type EventBuses = ReturnType<typeof createEventBuses>;

/** The number of events that are stored for the console and its `events.json`. */
const MAX_RECENT_EVENTS = 1_000;
/** Delay of an event while the fault `bus: 'late'` is on, in ms. */
const LATE_DELAY_MS = 3_000;

const busName = (nameOrArn: string): string => nameOrArn.split("/").at(-1) ?? nameOrArn;
const matcherOf = (pattern: z.infer<typeof Pattern> | undefined): Matcher =>
  pattern ? compilePattern(pattern) : () => true;

type Options = { stack: Stack; dataDir: string; queues: Queues; faults: Faults };

/** Build the buses, rules and archives. Throws for an unsupported rule or a target that is not a queue. */
export function createEventBuses({ stack, dataDir, queues, faults }: Options) {
  const journal = openJournal(join(dataDir, "events.jsonl"));
  const recentEvents = journal.table<RecentEvent>("recent");
  const archivedEvents = journal.table<{ bus: string; envelope: Envelope }>("archive");
  const busNames = new Set(["default"]);
  for (const { ref } of stack.resources("AWS::Events::EventBus", z.object({}))) busNames.add(ref);

  const rules = stack
    .resources("AWS::Events::Rule", RuleProperties)
    .filter(({ properties }) => properties.State !== "DISABLED")
    .map(({ logicalId, ref, properties }) => ({
      name: ref,
      arn: stack.attribute(logicalId, "Arn"),
      description: properties.Description,
      bus: busName(properties.EventBusName),
      matches: matcherOf(properties.EventPattern),
      targets: properties.Targets.map(({ Arn }) => queues.find(Arn)),
    }));
  const archives = stack
    .resources("AWS::Events::Archive", ArchiveProperties)
    .map(({ logicalId, ref, properties }) => ({
      name: ref,
      arn: stack.attribute(logicalId, "Arn"),
      bus: busName(properties.SourceArn),
      matches: matcherOf(properties.EventPattern),
    }));

  const deliver = (bus: string, envelope: Envelope, ruleArns?: readonly string[]): void => {
    const mode = faults.get().bus;
    const body = JSON.stringify(envelope);
    const bodies = mode === "twice" ? [body, body] : [body];
    const targets: Queue[] = rules
      .filter(({ arn }) => ruleArns?.includes(arn) ?? true)
      .filter((rule) => rule.bus === bus && rule.matches(envelope))
      .flatMap((rule) => rule.targets);
    for (const queue of targets) queue.send(bodies, mode === "late" ? { delayMs: LATE_DELAY_MS } : {});
  };

  return {
    has: (bus: string) => busNames.has(busName(bus)),
    /** Put an event on the queues of all matching rules, and archive it if an archive matches. Returns the event's id. */
    put(event: NewEvent): string {
      const { bus, source, detailType, detail, time = new Date().toISOString(), resources = [] } = event;
      const id = randomUUID();
      const origin = { "detail-type": detailType, source, account: ACCOUNT, region: REGION };
      const envelope: Envelope = { version: "0", id, ...origin, time, resources, detail };
      const eventBus = busName(bus);
      deliver(eventBus, envelope);
      const isArchived = archives.some((archive) => archive.bus === eventBus && archive.matches(envelope));
      const [oldestEvent] = recentEvents.size() < MAX_RECENT_EVENTS ? [] : recentEvents.all();
      journal.commit(
        recentEvents.putWrite(id, { id, source, detailType, detail, at: time }),
        ...(isArchived ? [archivedEvents.putWrite(id, { bus: eventBus, envelope })] : []),
        ...(oldestEvent ? [recentEvents.deleteWrite(oldestEvent.id)] : []),
      );
      return id;
    },
    /** The most recent events, oldest first. */
    events: () => recentEvents.all(),
    /** The enabled rules of a bus. */
    rulesOf: (bus: string) => rules.filter((rule) => rule.bus === busName(bus)),
    archivesOf: (bus: string) => archives.filter((archive) => archive.bus === busName(bus)),
    /** Deliver the archived events of a period again, only to `ruleArns` if given. Returns their number. */
    replay(from: Date, to: Date, ruleArns?: readonly string[]): number {
      const isInPeriod = ({ time }: Envelope): boolean =>
        Date.parse(time) >= from.getTime() && Date.parse(time) <= to.getTime();
      // EventBridge replays minute after minute, in any order within a minute. Here the order is reversed in each minute.
      const minuteOf = ({ envelope }: { envelope: Envelope }) => envelope.time.slice(0, 16);
      const events = archivedEvents
        .all()
        .filter(({ envelope }) => isInPeriod(envelope))
        .toReversed()
        .sort((a, b) => minuteOf(a).localeCompare(minuteOf(b)));
      const name = `replay-${from.toISOString()}`;
      for (const { bus, envelope } of events) deliver(bus, { ...envelope, "replay-name": name }, ruleArns);
      return events.length;
    },
  };
}
