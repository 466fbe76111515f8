import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { startOutboxStream, type StreamOptions } from "../../../infra/local/table/outbox-stream.ts";
import type { Item } from "../../../infra/local/table/table.ts";

type Batch = {
  Records: { eventName: string; dynamodb: { SequenceNumber: string; Keys: Item; NewImage: Item } }[];
};

let outboxItems: Item[];
let batches: string[][];
let failures: { report: object; error: string }[];
beforeEach(() => {
  outboxItems = [];
  batches = [];
  failures = [];
});
const item = (name: string): Item => ({
  pk: { S: `ORDER#${name}` },
  sk: { S: "OUTBOX#0000000001" },
  duePk: { S: "OUTBOX" },
  event: { M: { id: { S: name } } },
});
const removeItem = (name: string) =>
  (outboxItems = outboxItems.filter((outboxItem) => outboxItem["pk"]?.S !== `ORDER#${name}`));
const namesOf = (batch: Batch) =>
  batch.Records.map(({ dynamodb }) => dynamodb.NewImage["event"]?.M?.["id"]?.S ?? "");

function startStream(handle: (batch: Batch) => unknown, options: Partial<StreamOptions> = {}) {
  const stream = startOutboxStream({
    table: {
      queryIndex: () => Promise.resolve([...outboxItems]),
      fullItems: (keys) => Promise.resolve([...keys]),
    },
    streamArn: "arn:aws:dynamodb:us-east-1:000000000000:table/t/stream/local",
    invoke: (event) => {
      batches.push(namesOf(event as Batch));
      return Promise.resolve().then(() => handle(event as Batch));
    },
    filters: [{ eventName: ["INSERT"], dynamodb: { Keys: { sk: { S: [{ prefix: "OUTBOX#" }] } } } }],
    batchSize: 2,
    reportsItemFailures: true,
    retries: 2,
    delayMs: () => 1,
    onFailure: (report, error) => void failures.push({ report, error }),
    ...options,
  });
  onTestFinished(() => stream.stop());
  return stream;
}

test("the stream delivers each item once, in batches, even if it is not marked as published", async () => {
  outboxItems = [item("a"), item("b"), item("c")];
  const { readNow } = startStream(() => undefined);
  await expect.poll(() => batches).toEqual([["a", "b"], ["c"]]);
  outboxItems.push(item("d"));
  readNow();
  await expect.poll(() => batches).toEqual([["a", "b"], ["c"], ["d"]]);
});

test("the stream delivers an item that was written during the delivery of a batch", async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  outboxItems = [item("a")];
  const { readNow } = startStream(() => promise);
  await expect.poll(() => batches).toHaveLength(1);
  outboxItems.push(item("b"));
  readNow();
  resolve(undefined);
  await expect.poll(() => batches).toEqual([["a"], ["b"]]);
});

test("the stream delivers an item again if it was removed and then inserted again", async () => {
  outboxItems = [item("a")];
  const { readNow } = startStream(({ Records }) => void removeItem(namesOf({ Records })[0] ?? ""));
  await expect.poll(() => batches).toEqual([["a"]]);
  readNow();
  outboxItems = [item("a")];
  const readBatches = () => {
    readNow();
    return batches;
  };
  await expect.poll(readBatches).toEqual([["a"], ["a"]]);
});

describe("a function that fails", () => {
  test("on one record gets the batch again, from that record on", async () => {
    outboxItems = [item("a"), item("b")];
    let isFirstBatch = true;
    startStream(({ Records }) => {
      const failing = isFirstBatch ? [{ itemIdentifier: Records[1]?.dynamodb.SequenceNumber }] : [];
      isFirstBatch = false;
      return { batchItemFailures: failing };
    });
    await expect.poll(() => batches).toEqual([["a", "b"], ["b"]]);
  });

  test("on every try is called again until the retries are used up, and then the batch is reported as a failure", async () => {
    outboxItems = [item("a")];
    startStream(() => {
      throw new Error("no bus");
    });
    await expect
      .poll(() => failures)
      .toMatchObject([{ error: "no bus", report: { DDBStreamBatchInfo: { batchSize: 1 } } }]);
    expect(batches).toEqual([["a"], ["a"], ["a"]]);
  });
});

test("the stream does not deliver items that match none of the filters", async () => {
  outboxItems = [item("a"), { ...item("b"), sk: { S: "OTHER" } }];
  const { readNow } = startStream(() => undefined);
  await expect.poll(() => batches).toEqual([["a"]]);
  readNow();
  expect(batches).toEqual([["a"]]);
});
