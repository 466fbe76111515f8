import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import type { FaultState, Faults } from "../faults.ts";
import { createContention } from "./contention.ts";

/** An error answer in DynamoDB's format, sent without a call to the table. */
type Refusal = { status: number; body: string };

/** The fraction of calls that fail while the fault 'throttled' is on, and of transactions while 'conflict' is on. */
const FAULT_RATE = 0.2;
/** Delay of a call while the fault 'stall' is on, in ms. */
const STALL_MS = 5_000;

const ONGOING = "Transaction is ongoing for the item";
const Transaction = z.object({ TransactItems: z.array(z.unknown()) });

function refusalOf(status: number, type: string, message: string, fields: object = {}): Refusal {
  const __type = `com.amazonaws.dynamodb.v20120810#${type}`;
  return { status, body: JSON.stringify({ __type, message, Message: message, ...fields }) };
}

/** The refusal of a transaction; `conflicts`: for each item, whether it is in conflict. */
function transactionConflict(conflicts: readonly boolean[]): Refusal {
  const CancellationReasons = conflicts.map((conflict) =>
    conflict ? { Code: "TransactionConflict", Message: ONGOING } : { Code: "None" },
  );
  const codes = CancellationReasons.map(({ Code }) => Code).join(", ");
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return refusalOf(400, "TransactionCanceledException", message, { CancellationReasons });
}

/** The refusal of a single write whose item is part of a running transaction. */
const SINGLE_CONFLICT = refusalOf(400, "TransactionConflictException", ONGOING);

/** The refusal by the fault 'down', 'throttled' or 'conflict'; undefined if it refuses nothing. */
function faultRefusal(
  mode: FaultState["table"],
  operation: string,
  body: Buffer,
  random: () => number,
): Refusal | undefined {
  if (mode === "down") return refusalOf(500, "InternalServerError", "Internal server error");
  if (mode === "throttled" && random() < FAULT_RATE) {
    const type = random() < 0.5 ? "ProvisionedThroughputExceededException" : "ThrottlingException";
    return refusalOf(400, type, "Throughput exceeds the current capacity of your table or index.");
  }
  if (mode === "conflict" && operation === "TransactWriteItems" && random() < FAULT_RATE) {
    const { TransactItems } = Transaction.parse(JSON.parse(body.toString()));
    return transactionConflict(TransactItems.map((_, index) => index === 0));
  }
  return undefined;
}

/** `release` must be called after the table's answer. `refusal` is sent in place of that answer. */
type Admission = { release: () => void } | { refusal: Refusal };

/** Decides, for each call to the table, whether a fault delays or refuses it. */
export function createTableFaults(faults: Faults, random: () => number) {
  const admitWrite = createContention(random);
  return async (operation: string, body: Buffer): Promise<Admission> => {
    const { table: mode, tableDelayMs } = faults.get();
    const delay = tableDelayMs + (mode === "stall" ? STALL_MS : 0);
    if (delay > 0) await wait(delay);
    const refusal = faultRefusal(mode, operation, body, random);
    if (refusal) return { refusal };
    if (mode !== "contended") return { release: () => undefined };
    const admission = await admitWrite(operation, body);
    if ("release" in admission) return admission;
    return {
      refusal:
        operation === "TransactWriteItems" ? transactionConflict(admission.conflicts) : SINGLE_CONFLICT,
    };
  };
}
