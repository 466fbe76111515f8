import * as z from "zod/mini";
import type { Runner } from "./runner.ts";
import { startConsumer } from "../queues/consumer.ts";
import type { Queues } from "../queues/queues.ts";
import { startOutboxStream } from "../table/outbox-stream.ts";
import type { Table } from "../table/table.ts";
import { unsupported } from "../template/resource-types.ts";
import type { Stack } from "../template/stack.ts";

const MappingProperties = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z._default(z.boolean(), true),
  BatchSize: z._default(z.number(), 10),
  MaximumBatchingWindowInSeconds: z._default(z.number(), 0),
  FunctionResponseTypes: z._default(z.array(z.literal("ReportBatchItemFailures")), []),
  FilterCriteria: z.optional(z.object({ Filters: z.array(z.object({ Pattern: z.string() })) })),
  ScalingConfig: z.optional(z.object({ MaximumConcurrency: z.number() })),
  MaximumRetryAttempts: z._default(z.number(), 10),
  DestinationConfig: z.optional(z.object({ OnFailure: z.object({ Destination: z.string() }) })),
  SelfManagedEventSource: unsupported("A self-managed event source"),
});
type Mapping = z.infer<typeof MappingProperties>;

const Pattern = z.record(z.string(), z.unknown());
const filtersOf = ({ FilterCriteria }: Mapping): Record<string, unknown>[] =>
  (FilterCriteria?.Filters ?? []).map((filter) => Pattern.parse(JSON.parse(filter.Pattern)));

/** The number of batches of one queue that are handled at the same time. Lambda starts with five too. */
const DEFAULT_CONCURRENCY = 5;

type Options = { stack: Stack; runner: Runner; queues: Queues; table: Table };
/** `readNow` reads the table's stream without waiting for the next poll. */
export type EventSources = { readNow(): void; stop(): Promise<void> };

/** Starts the template's event source mappings: queues and the table's stream invoke functions. */
export function startEventSources({ stack, runner, queues, table }: Options): EventSources {
  const streams: ReturnType<typeof startOutboxStream>[] = [];
  const consumers: { stop(): Promise<void> }[] = [];
  for (const { properties } of stack.resources("AWS::Lambda::EventSourceMapping", MappingProperties)) {
    const { arn } = runner.find(properties.FunctionName);
    const { EventSourceArn: source, BatchSize: batchSize } = properties;
    const filters = filtersOf(properties);
    const options = {
      batchSize,
      reportsItemFailures: properties.FunctionResponseTypes.length > 0,
      invoke: (event: unknown) => runner.invoke(arn, event),
    };
    const destination = properties.DestinationConfig?.OnFailure.Destination;
    if (!properties.Enabled) continue;
    if (source.startsWith("arn:aws:sqs:")) {
      if (filters.length > 0) throw new Error("The local stack does not know filters on a queue.");
      const windowMs = properties.MaximumBatchingWindowInSeconds * 1000;
      const concurrency = properties.ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY;
      consumers.push(
        startConsumer({ ...options, queue: queues.find(source), clock: queues.clock, windowMs, concurrency }),
      );
    } else if (source.includes(":dynamodb:")) {
      const retries = properties.MaximumRetryAttempts;
      const onFailure = (report: object, error: string): void => {
        if (destination) queues.find(destination).send([JSON.stringify(report)], { error });
      };
      streams.push(startOutboxStream({ ...options, table, streamArn: source, filters, retries, onFailure }));
    } else throw new Error(`The local stack does not know the event source ${source}.`);
  }
  return {
    readNow: () => streams.forEach((stream) => stream.readNow()),
    async stop() {
      await Promise.all([...streams, ...consumers].map((reader) => reader.stop()));
    },
  };
}
