import { toEpochSeconds } from "./epoch-seconds.ts";
import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { RateLimit } from "../../shared/limits.ts";
import { messages } from "../../shared/messages.ts";
import { documentClient, tableName } from "./dynamodb.ts";
import { AppError } from "./errors.ts";
import { readSecret } from "./secrets.ts";

/**
 * The key under which the calls and the unpaid pieces of `client` are counted: a keyed hash of an IP address or another text,
 * such as a mail address. A plain hash of an IPv4 address could be reversed by trying all addresses. A new value of the secret
 * gives every client a new key.
 */
export async function rateLimitKey(secretArn: string, client: string): Promise<string> {
  const mac = createHmac("sha256", await readSecret(secretArn)).update(`client:${withoutHostPart(client)}`);
  return mac.digest("hex").slice(0, 24);
}

/** The text; of an IPv6 address, only its /64 network, because one client can use all addresses of this network. */
function withoutHostPart(client: string): string {
  const mappedIPv4 = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(client)?.[1];
  if (mappedIPv4) return mappedIPv4;
  if (!isIPv6(client)) return client;
  const { hostname } = new URL(`http://[${client.replace(/%.*/, "")}]`);
  const halves = hostname.slice(1, -1).split("::");
  const [head = [], tail = []] = halves.map((half) => half.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return [...head, ...zeros, ...tail].slice(0, 4).join(":");
}

/**
 * Counts one call by `client` (a `rateLimitKey`) in the current window. Throws 429 above `rate.count`, with the seconds until
 * the window ends. Keys: `pk` LIMIT#<action>#<client>, `sk` WINDOW#<number>; deleted by TTL.
 */
export async function enforceRateLimit(
  action: string,
  client: string,
  rate: RateLimit,
  nowMs: number,
): Promise<void> {
  const seconds = toEpochSeconds(nowMs);
  const window = Math.floor(seconds / rate.seconds);
  const windowEnd = (window + 1) * rate.seconds;
  const { Attributes } = await documentClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk: `LIMIT#${action}#${client}`, sk: `WINDOW#${window}` },
      UpdateExpression: "ADD #count :one SET #ttl = :ttl",
      ExpressionAttributeNames: { "#count": "count", "#ttl": "ttl" },
      ExpressionAttributeValues: { ":one": 1, ":ttl": windowEnd + 60 },
      ReturnValues: "UPDATED_NEW",
    }),
  );
  const count: unknown = Attributes?.["count"];
  if (typeof count === "number" && count > rate.count) {
    throw new AppError(429, messages.tooManyRequests, { retryAfter: windowEnd - seconds });
  }
}

/**
 * Counts a call only if its link is not valid (404). Throws the error of `run`, or 429 above the limit of wrong links. Mail
 * providers press the button 'Unsubscribe' for their users, so many valid links come from one IP address.
 */
export async function limitWrongLinks<T>(
  run: () => Promise<T>,
  ...limitArguments: Parameters<typeof enforceRateLimit>
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError && error.status === 404) await enforceRateLimit(...limitArguments);
    throw error;
  }
}
