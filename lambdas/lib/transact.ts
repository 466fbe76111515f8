import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { setTimeout as wait } from "node:timers/promises";
import { documentClient } from "./dynamodb.ts";
import { unavailable } from "./errors.ts";

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** One write of a transaction. `name` reports its failed condition. */
export type TransactionWrite<Name extends string = string> = TransactItem & { name: Name };

/** `failed`: names of the fragments whose conditions failed; then nothing was written. */
export type Outcome<Name extends string> = { ok: true } | { ok: false; failed: Name[] };

const ATTEMPTS = 6;
/** Full jitter, doubling from 25 ms. https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/ */
const backoff = (attempt: number): number => Math.random() * 25 * 2 ** attempt;

/**
 * Writes all fragments or none. Retries up to 6 times on a conflict with another transaction or when throttled, then
 * throws 503. A failed condition is a result, not an error.
 */
export async function transact<Name extends string>(
  fragments: readonly TransactionWrite<Name>[],
): Promise<Outcome<Name>> {
  const TransactItems = fragments.map(({ name: _, ...item }) => item);
  for (let attempt = 0; ; attempt++) {
    try {
      await documentClient().send(new TransactWriteCommand({ TransactItems }));
      return { ok: true };
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = error.CancellationReasons?.map((reason) => reason.Code) ?? [];
      const failed = fragments.flatMap((part, i) =>
        codes[i] === "ConditionalCheckFailed" ? [part.name] : [],
      );
      if (failed.length > 0) return { ok: false, failed };
      const passing = codes.every((code) => code === undefined || code === "None" || RETRYABLE.has(code));
      if (!passing) throw error;
      if (attempt + 1 >= ATTEMPTS) throw unavailable(error);
      await wait(backoff(attempt));
    }
  }
}

const RETRYABLE = new Set(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);
