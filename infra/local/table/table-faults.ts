import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import type { FaultState, Faults } from "../faults.ts";
import { createContention } from "./contention.ts";

/** An answer in DynamoDB's format, in place of the table's answer. */
export type Refusal = { status: number; body: string };
type RefusalFields = { status: number; type: string; message: string; extraFields?: object };

const refusalOf = ({ status, type, message, extraFields }: RefusalFields): Refusal => ({
  status,
  body: JSON.stringify({ __type: type, message, Message: message, ...extraFields }),
});

/** The fraction of calls that fail while the fault 'throttled' or 'conflict' is on. */
const FAULT_RATE = 0.2;
/** Delay of a call while the fault 'stall' is on, in ms. */
const STALL_MS = 5_000;

const ERROR_NAMESPACE = "com.amazonaws.dynamodb.v20120810#";
const Transaction = z.object({ TransactItems: z.array(z.unknown()) });

/** The refusal of a transaction; `conflicts` is true for each item in conflict. */
function transactionConflict(conflicts: readonly boolean[]): RefusalFields {
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
const SINGLE_CONFLICT: RefusalFields = {
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
): RefusalFields | undefined {
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

/** Admitted: call `release` after the table's answer. */
type Admission = { release: () => void } | { refusal: Refusal };

/** Decides, for each call of the table, whether a fault delays or refuses it. */
export function createTableFaults(faults: Faults, random: () => number) {
  const admitWrite = createContention(random);
  return async (operation: string, body: Buffer): Promise<Admission> => {
    const { table: mode, tableDelayMs } = faults.get();
    const delay = tableDelayMs + (mode === "stall" ? STALL_MS : 0);
    if (delay > 0) await wait(delay);
    const refusal = faultRefusal(mode, operation, body, random);
    if (refusal) return { refusal: refusalOf(refusal) };
    if (mode !== "contended") return { release: () => undefined };
    const admission = await admitWrite(operation, body);
    if ("release" in admission) return admission;
    const conflict =
      operation === "TransactWriteItems" ? transactionConflict(admission.conflicts) : SINGLE_CONFLICT;
    return { refusal: refusalOf(conflict) };
  };
}
