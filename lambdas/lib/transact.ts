import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { backOff } from "./backoff.ts";
import { documentClient } from "./dynamodb.ts";
import { unavailable } from "./errors.ts";

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** One write of a transaction. When the write's condition fails, its `name` is in `failed` of the outcome. */
export type TransactionWrite<Name extends string = string> = TransactItem & { name: Name };

/** `failed`: the names of the writes whose conditions failed. The transaction has then written nothing. */
export type TransactionOutcome<Name extends string> = { ok: true } | { ok: false; failed: Name[] };

const MAX_TRIES = 6;

/**
 * Makes all writes or none. Tries up to 6 times when another transaction conflicts or DynamoDB throttles,
 * then throws 503. A failed condition is a result, not an error.
 */
export async function transact<Name extends string>(
  writes: readonly TransactionWrite<Name>[],
): Promise<TransactionOutcome<Name>> {
  const TransactItems = writes.map(({ name: _, ...item }) => item);
  for (let tries = 0; ; tries++) {
    try {
      await documentClient().send(new TransactWriteCommand({ TransactItems }));
      return { ok: true };
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = error.CancellationReasons?.map((reason) => reason.Code) ?? [];
      const failedNames = writes.flatMap(({ name }, i) =>
        codes[i] === "ConditionalCheckFailed" ? [name] : [],
      );
      if (failedNames.length > 0) return { ok: false, failed: failedNames };
      const isRetryable = codes.every((code) => code === undefined || code === "None" || RETRYABLE.has(code));
      if (!isRetryable) throw error;
      if (tries + 1 >= MAX_TRIES) throw unavailable(error);
      await backOff(tries);
    }
  }
}

const RETRYABLE = new Set(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);
