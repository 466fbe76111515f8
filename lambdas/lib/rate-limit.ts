import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Rate } from "../../shared/limits.ts";
import { messages } from "../../shared/messages.ts";
import { documentClient, tableName } from "./dynamodb.ts";
import { AppError } from "./errors.ts";
import { secret } from "./secrets.ts";

/**
 * A client as the limits know it: no address is kept, nor a plain hash, which trying all four billion addresses would
 * undo. `secretArn` names a secret that does not leave the functions; with another value of it, clients have new keys.
 */
export async function clientKey(secretArn: string, address: string): Promise<string> {
  const mac = createHmac("sha256", await secret(secretArn)).update(`client:${client(address)}`);
  return mac.digest("hex").slice(0, 24);
}

/** Whoever has an IPv6 address has all of its /64, and could have a limit for each: the network is the client. */
function client(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const { hostname } = new URL(`http://[${address.replace(/%.*/, "")}]`);
  const parts = hostname.slice(1, -1).split("::");
  const [head = [], tail = []] = parts.map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return [...head, ...zeros, ...tail].slice(0, 4).join(":");
}

/**
 * Counts one call of `subject` in the window that `now` (ms) falls into; more than `rate.count` is 429 with the
 * seconds until the window ends. `pk` LIMIT#<what>#<subject>, `sk` the window's number; gone by TTL after it.
 */
export async function enforceRateLimit(what: string, subject: string, rate: Rate, now: number): Promise<void> {
  const seconds = Math.floor(now / 1000);
  const window = Math.floor(seconds / rate.seconds);
  const ends = (window + 1) * rate.seconds;
  const { Attributes } = await documentClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk: `LIMIT#${what}#${subject}`, sk: `WINDOW#${window}` },
      UpdateExpression: "ADD #count :one SET #ttl = :ttl",
      ExpressionAttributeNames: { "#count": "count", "#ttl": "ttl" },
      ExpressionAttributeValues: { ":one": 1, ":ttl": ends + 60 },
      ReturnValues: "UPDATED_NEW",
    }),
  );
  const count: unknown = Attributes?.["count"];
  if (typeof count === "number" && count > rate.count) {
    throw new AppError(429, messages.tooManyRequests, { retryAfter: ends - seconds });
  }
}
