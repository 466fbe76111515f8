/**
 * The code that confirms the email address of an order's customer.
 * | item | pk | sk |
 * | the code that was mailed last; deleted by TTL | ORDER#<id> | CODE |
 */
import * as z from "zod/mini";
import { CODE_MINUTES, CODE_TRIES } from "../../shared/order-link.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { hash, isSameSecret } from "../lib/ids.ts";
import { updateItem } from "../lib/update-item.ts";

const keyOf = (orderId: string) => ({ pk: `ORDER#${orderId}`, sk: "CODE" });

/**
 * Pure: the six digits for a request, the same for a repeated request. The request's id is secret, so nobody can
 * compute the code from the link.
 */
export const confirmationCodeOf = (linkToken: string, requestId: string): string =>
  String(Number.parseInt(hash(`code:${linkToken}:${requestId}`).slice(0, 12), 16) % 1_000_000).padStart(
    6,
    "0",
  );

const hashOf = (orderId: string, code: string): string => hash(`${orderId}:${code}`);

/**
 * Stores the code of a request, which replaces the code of an earlier request. Returns false if a later request has
 * already stored its code, because events can come late and out of sequence. A repeated request makes the same code
 * valid for longer, but allows no further tries. Ids of requests sort by time.
 */
export async function putConfirmationCode(
  orderId: string,
  code: string,
  requestId: string,
  now: Date,
): Promise<boolean> {
  const endsAt = toEpochSeconds(now) + CODE_MINUTES * 60;
  const sharedInput = {
    Key: keyOf(orderId),
    ExpressionAttributeNames: { "#ttl": "ttl" },
    ExpressionAttributeValues: { ":ends": endsAt, ":request": requestId },
  };
  const { ok } = await updateItem({
    ...sharedInput,
    UpdateExpression:
      "SET codeHash = :hash, requestId = :request, tries = :zero, endsAt = :ends, #ttl = :ends",
    ConditionExpression: "attribute_not_exists(pk) OR requestId < :request",
    ExpressionAttributeValues: {
      ...sharedInput.ExpressionAttributeValues,
      ":hash": hashOf(orderId, code),
      ":zero": 0,
    },
  });
  if (ok) return true;
  const repetition = await updateItem({
    ...sharedInput,
    UpdateExpression: "SET endsAt = :ends, #ttl = :ends",
    ConditionExpression: "requestId = :request",
  });
  return repetition.ok;
}

const StoredCode = z.object({ codeHash: z.string() });

/** Counts a try, and tells whether the code is right. False after the last try, or when the code's time is over. */
export async function tryConfirmationCode(orderId: string, code: string, now: Date): Promise<boolean> {
  const { ok, item } = await updateItem({
    Key: keyOf(orderId),
    UpdateExpression: "SET tries = tries + :one",
    ConditionExpression: "tries < :most AND endsAt > :now",
    ExpressionAttributeValues: { ":one": 1, ":most": CODE_TRIES, ":now": toEpochSeconds(now) },
    ReturnValues: "ALL_NEW",
  });
  return ok && isSameSecret(z.parse(StoredCode, item).codeHash, hashOf(orderId, code));
}
