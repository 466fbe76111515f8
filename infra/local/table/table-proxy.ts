import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import { shardsOf } from "../../../shared/shards.ts";
import type { Emulator } from "../util/emulator.ts";
import type { FaultState, Faults } from "../faults.ts";
import { header, readBody, send } from "../util/http.ts";
import { createContention } from "./contention.ts";
import { createDynamoDBCalls } from "./dynamodb-calls.ts";

type Refusal = { status: number; type: string; message: string; more?: object };

/** Share of calls that the faults 'throttled' and 'conflict' hit. */
const SHARE = 0.2;
/** How long the fault 'stall' delays a call, in ms. */
const STALL_MS = 5_000;

const DATABASE = "com.amazonaws.dynamodb.v20120810#";
/** The outbox's index partitions, as text in the JSON of a request. */
const PARTITIONS = shardsOf("OUTBOX").map((name) => `"${name}"`);
const Transaction = z.object({ TransactItems: z.array(z.unknown()) });

/** The refusal of a transaction; `conflicts` says which of its items conflict. */
function conflictOf(conflicts: readonly boolean[]): Refusal {
  const CancellationReasons = conflicts.map((conflict) =>
    conflict
      ? { Code: "TransactionConflict", Message: "Transaction is ongoing for the item" }
      : { Code: "None" },
  );
  return {
    status: 400,
    type: `${DATABASE}TransactionCanceledException`,
    message:
      "Transaction cancelled, please refer cancellation reasons for specific reasons " +
      `[${CancellationReasons.map(({ Code }) => Code).join(", ")}]`,
    more: { CancellationReasons },
  };
}

/** The refusal of a single write whose item is part of a running transaction. */
const SINGLE_CONFLICT: Refusal = {
  status: 400,
  type: `${DATABASE}TransactionConflictException`,
  message: "Transaction is ongoing for the item",
};

/** A fault's answer in place of the table's; shapes and texts are DynamoDB's. */
function refusal(
  mode: FaultState["table"],
  operation: string,
  body: Buffer,
  chance: () => number,
): Refusal | undefined {
  if (mode === "down")
    return { status: 500, type: `${DATABASE}InternalServerError`, message: "Internal server error" };
  if (mode === "throttled" && chance() < SHARE)
    return {
      status: 400,
      type:
        chance() < 0.5
          ? `${DATABASE}ProvisionedThroughputExceededException`
          : `${DATABASE}ThrottlingException`,
      message: "Throughput exceeds the current capacity of your table or index.",
    };
  if (mode === "conflict" && operation === "TransactWriteItems" && chance() < SHARE) {
    const { TransactItems } = Transaction.parse(JSON.parse(body.toString()));
    return conflictOf(TransactItems.map((_, index) => index === 0));
  }
  return undefined;
}

type Options = {
  endpoint: string;
  faults: Faults;
  /** Called after a successful write whose request names a partition of the outbox. */
  onOutboxWrite: () => void;
  chance?: () => number;
};

/** Forwards the functions' calls to the table, injects the table's faults and reports writes to the outbox. */
export function createTableProxy({
  endpoint,
  faults,
  onOutboxWrite,
  chance = Math.random,
}: Options): Emulator {
  const { forward, close } = createDynamoDBCalls(endpoint);
  const admit = createContention(chance);

  const refuse = (res: ServerResponse, { status, type, message, more }: Refusal) =>
    send(res, status, JSON.stringify({ __type: type, message, Message: message, ...more }), {
      "content-type": "application/x-amz-json-1.0",
    });

  return {
    async handle(req, res) {
      const body = await readBody(req, 16_000_000);
      const target = header(req, "x-amz-target") ?? "";
      const operation = target.split(".").at(-1) ?? "";
      const { table: mode, tableDelayMs } = faults.get();
      const delay = tableDelayMs + (mode === "stall" ? STALL_MS : 0);
      if (delay > 0) await wait(delay);
      const refused = refusal(mode, operation, body, chance);
      if (refused) return refuse(res, refused);
      const admission = mode === "contended" ? await admit(operation, body) : { done: () => undefined };
      if ("conflicts" in admission)
        return refuse(
          res,
          operation === "TransactWriteItems" ? conflictOf(admission.conflicts) : SINGLE_CONFLICT,
        );
      const names = ["x-amz-target", "content-type", "authorization", "x-amz-date"];
      const kept = names.flatMap((name) => {
        const value = header(req, name);
        return value === undefined ? [] : [[name, value]];
      });
      const answer = await forward(Object.fromEntries(kept) as Record<string, string>, body).finally(
        admission.done,
      );
      send(res, answer.status, answer.body, answer.headers);
      const isWrite = /^(Put|Update|Delete|TransactWrite|BatchWrite)/.test(operation);
      if (answer.status === 200 && isWrite && PARTITIONS.some((name) => body.includes(name))) onOutboxWrite();
    },
    close() {
      close();
      return Promise.resolve();
    },
  };
}
