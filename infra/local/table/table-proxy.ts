import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import { shardsOf } from "../../../shared/shards.ts";
import type { Emulator } from "../util/emulator.ts";
import type { FaultState, Faults } from "../faults.ts";
import { header, readBody, send } from "../util/http.ts";
import { createContention } from "./contention.ts";
import { createDynamoDBCalls } from "./dynamodb-calls.ts";

type Refusal = { status: number; type: string; message: string; extraFields?: object };

/** The part of calls that fail while the fault 'throttled' or 'conflict' is on. */
const FAULT_RATE = 0.2;
/** Delay of a call while the fault 'stall' is on, in ms. */
const STALL_MS = 5_000;

const ERROR_NAMESPACE = "com.amazonaws.dynamodb.v20120810#";
/** The outbox's index partitions in quotes, as they appear in the JSON of a request. */
const OUTBOX_KEYS = shardsOf("OUTBOX").map((name) => `"${name}"`);
const Transaction = z.object({ TransactItems: z.array(z.unknown()) });

/** The refusal of a transaction; `conflicts` is true for each item in conflict. */
function transactionConflict(conflicts: readonly boolean[]): Refusal {
  const CancellationReasons = conflicts.map((conflict) =>
    conflict
      ? { Code: "TransactionConflict", Message: "Transaction is ongoing for the item" }
      : { Code: "None" },
  );
  return {
    status: 400,
    type: `${ERROR_NAMESPACE}TransactionCanceledException`,
    message:
      "Transaction cancelled, please refer cancellation reasons for specific reasons " +
      `[${CancellationReasons.map(({ Code }) => Code).join(", ")}]`,
    extraFields: { CancellationReasons },
  };
}

/** The refusal of a single write whose item is part of a running transaction. */
const SINGLE_CONFLICT: Refusal = {
  status: 400,
  type: `${ERROR_NAMESPACE}TransactionConflictException`,
  message: "Transaction is ongoing for the item",
};

/** The answer that a fault gives in place of the table, in DynamoDB's format. */
function faultRefusal(
  mode: FaultState["table"],
  operation: string,
  body: Buffer,
  random: () => number,
): Refusal | undefined {
  if (mode === "down")
    return { status: 500, type: `${ERROR_NAMESPACE}InternalServerError`, message: "Internal server error" };
  if (mode === "throttled" && random() < FAULT_RATE)
    return {
      status: 400,
      type:
        random() < 0.5
          ? `${ERROR_NAMESPACE}ProvisionedThroughputExceededException`
          : `${ERROR_NAMESPACE}ThrottlingException`,
      message: "Throughput exceeds the current capacity of your table or index.",
    };
  if (mode === "conflict" && operation === "TransactWriteItems" && random() < FAULT_RATE) {
    const { TransactItems } = Transaction.parse(JSON.parse(body.toString()));
    return transactionConflict(TransactItems.map((_, index) => index === 0));
  }
  return undefined;
}

type Options = {
  endpoint: string;
  faults: Faults;
  /** Called after a successful write to the outbox. */
  onOutboxWrite: () => void;
  random?: () => number;
};

/** Forwards functions' calls to the table, injects the table's faults and reports writes to the outbox. */
export function createTableProxy({
  endpoint,
  faults,
  onOutboxWrite,
  random = Math.random,
}: Options): Emulator {
  const { forward, close } = createDynamoDBCalls(endpoint);
  const admit = createContention(random);

  const refuse = (res: ServerResponse, { status, type, message, extraFields }: Refusal) =>
    send(res, status, JSON.stringify({ __type: type, message, Message: message, ...extraFields }), {
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
      const refusal = faultRefusal(mode, operation, body, random);
      if (refusal) return refuse(res, refusal);
      const admission = mode === "contended" ? await admit(operation, body) : { release: () => undefined };
      if ("conflicts" in admission)
        return refuse(
          res,
          operation === "TransactWriteItems" ? transactionConflict(admission.conflicts) : SINGLE_CONFLICT,
        );
      const forwardedNames = ["x-amz-target", "content-type", "authorization", "x-amz-date"];
      const headers = forwardedNames.flatMap((name) => {
        const value = header(req, name);
        return value === undefined ? [] : [[name, value]];
      });
      const answer = await forward(Object.fromEntries(headers) as Record<string, string>, body).finally(
        admission.release,
      );
      send(res, answer.status, answer.body, answer.headers);
      const isWrite = /^(Put|Update|Delete|TransactWrite|BatchWrite)/.test(operation);
      if (answer.status === 200 && isWrite && OUTBOX_KEYS.some((key) => body.includes(key))) onOutboxWrite();
    },
    close() {
      close();
      return Promise.resolve();
    },
  };
}
