/**
 * Requests of visitors for one mail when a sold-out product or variant is back. The address is stored only here, until the
 * request ends.
 * | item | pk | sk |
 * | request; deleted by TTL | WAITING#<product id>#<variant, or -> | <hash of the address> |
 * The TTL deletes a request that was not confirmed in time, and a confirmed request after the month in which it has waited for
 * WAIT_DAYS.
 */
import { GetCommand, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { CONFIRM_HOURS, STOCK_REQUEST_ID, WAIT_DAYS } from "../../shared/back-in-stock.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { unavailable } from "../lib/errors.ts";
import { hash } from "../lib/ids.ts";
import { parseValid } from "../lib/parse-item.ts";
import { isConditionMet } from "../lib/is-condition-met.ts";
import { transact } from "../lib/transact.ts";
import { updateItem } from "../lib/update-item.ts";
import { NO_VARIANT } from "../products/product-table.ts";
import type { VariantKey } from "./waiting-list-table.ts";
import { countWrite, variantKeyText } from "./waiting-list-table.ts";

/** The beginning of the partition keys of requests. */
export const REQUEST_PREFIX = "WAITING#";

const requestPk = (variant: VariantKey): string => REQUEST_PREFIX + variantKeyText(variant);
/** An address, in upper or lower case, has one request for each product or variant. */
const requestSk = (email: string): string => hash(`waiting:${email.trim().toLowerCase()}`).slice(0, 32);

export const StockRequestItem = z.object({
  productId: z.string(),
  variantId: z.string(),
  sk: z.string(),
  email: z.string(),
  token: z.string(),
  state: z.enum(["unconfirmed", "waiting"]),
  askedAt: z.string(),
  /** The month, such as 2027-11, at whose end the TTL deletes a confirmed request. */
  until: z.optional(z.string()),
  /** How often sending the mail that the product is back has failed. */
  failures: z._default(z.int(), 0),
  /** Until this time (ms since 1970) an invocation is sending the mail, or the request waits after a failure. */
  claimEnds: z._default(z.number(), 0),
  ttl: z.int(),
});
export type StockRequestItem = z.infer<typeof StockRequestItem>;

const requestKey = (request: StockRequestItem) => ({ pk: requestPk(request), sk: request.sk });

/** The id of a request in links. It does not contain the address. */
export const requestId = ({ productId, variantId, sk }: StockRequestItem): string =>
  [productId, variantId, sk].join(".");

/** The keys of the request with this id; undefined for an id that no request can have. */
export function parseRequestId(id: string): (VariantKey & { sk: string }) | undefined {
  const [, productId, variantId, sk] = STOCK_REQUEST_ID.exec(id) ?? [];
  return productId && variantId && sk ? { productId, variantId, sk } : undefined;
}

/** A request may end at the moment at which its address asks again, so the new request is written again. */
const PUT_TRIES = 4;

/**
 * Adds an unconfirmed request. If the address has asked before, returns the earlier request, and gives it more time if it is
 * unconfirmed. Throws 503 after PUT_TRIES.
 */
export async function putRequest(
  variant: VariantKey,
  { email, token }: { email: string; token: string },
  now: Date,
): Promise<StockRequestItem> {
  const request: StockRequestItem = {
    ...variant,
    sk: requestSk(email),
    email,
    token,
    state: "unconfirmed",
    askedAt: now.toISOString(),
    failures: 0,
    claimEnds: 0,
    ttl: toEpochSeconds(+now + CONFIRM_HOURS * 3_600_000),
  };
  for (let tries = 0; tries < PUT_TRIES; tries++) {
    if (await putNewRequest(request, now)) return request;
    const earlierRequest = await extendEarlierRequest(request, now);
    if (earlierRequest) return earlierRequest;
  }
  throw unavailable(new Error("A request ended as often as its address asked again"));
}

/** Stores a request; false if there is an earlier request of the address. */
const putNewRequest = (request: StockRequestItem, now: Date): Promise<boolean> =>
  isConditionMet(
    documentClient().send(
      new PutCommand({
        TableName: tableName(),
        Item: { pk: requestPk(request), ...request },
        // An expired request may still be stored for some days. It is replaced.
        ConditionExpression: "attribute_not_exists(pk) OR #ttl < :now",
        ExpressionAttributeNames: { "#ttl": "ttl" },
        ExpressionAttributeValues: { ":now": toEpochSeconds(now) },
      }),
    ),
  );

/** Gives the earlier request the TTL of `request` if it is unconfirmed, and returns it; undefined if it has ended. */
async function extendEarlierRequest(
  request: StockRequestItem,
  now: Date,
): Promise<StockRequestItem | undefined> {
  // The token of an unconfirmed request stays, so that the link in an earlier mail is still valid.
  await updateItem({
    Key: requestKey(request),
    UpdateExpression: "SET #ttl = :ttl",
    ConditionExpression: "#state = :unconfirmed",
    ExpressionAttributeNames: { "#state": "state", "#ttl": "ttl" },
    ExpressionAttributeValues: { ":unconfirmed": "unconfirmed", ":ttl": request.ttl },
  });
  return getRequest(request, now);
}

/** The request with these keys; undefined if it was deleted or is too old. */
export async function getRequest(
  { sk, ...variant }: VariantKey & { sk: string },
  now: Date,
): Promise<StockRequestItem | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: { pk: requestPk(variant), sk }, ConsistentRead: true }),
  );
  const request = Item && z.parse(StockRequestItem, Item);
  return request && request.ttl >= toEpochSeconds(now) ? request : undefined;
}

/** The month in which a request that is confirmed now ends, and the end of this month in epoch seconds. */
function endOfWait(now: Date): { month: string; ttl: number } {
  const waitEnd = new Date(+now + WAIT_DAYS * 86_400_000);
  const nextMonth = Date.UTC(waitEnd.getUTCFullYear(), waitEnd.getUTCMonth() + 1);
  return { month: waitEnd.toISOString().slice(0, 7), ttl: toEpochSeconds(nextMonth) };
}

/** Confirms an unconfirmed request and counts it; false if it was confirmed or deleted in the meantime. */
export async function confirmStockRequest(request: StockRequestItem, now: Date): Promise<boolean> {
  const { month, ttl } = endOfWait(now);
  const { ok } = await transact([
    {
      name: "request",
      Update: {
        TableName: tableName(),
        Key: requestKey(request),
        UpdateExpression: "SET #state = :waiting, #ttl = :ttl, #until = :month",
        ConditionExpression: "#state = :unconfirmed AND #token = :token",
        ExpressionAttributeNames: { "#state": "state", "#ttl": "ttl", "#until": "until", "#token": "token" },
        ExpressionAttributeValues: {
          ":waiting": "waiting",
          ":unconfirmed": "unconfirmed",
          ":token": request.token,
          ":ttl": ttl,
          ":month": month,
        },
      },
    },
    countWrite(request, month, 1),
  ]);
  return ok;
}

/** Deletes a request with its address, and subtracts it once from the count of its list. Idempotent. */
export async function removeRequest(request: StockRequestItem): Promise<void> {
  const { ok } = await transact([
    {
      name: "request",
      Delete: {
        TableName: tableName(),
        Key: requestKey(request),
        ConditionExpression: "#state = :state AND #token = :token",
        ExpressionAttributeNames: { "#state": "state", "#token": "token" },
        ExpressionAttributeValues: { ":state": request.state, ":token": request.token },
      },
    },
    ...(request.until === undefined ? [] : [countWrite(request, request.until, -1)]),
  ]);
  if (ok || request.state === "waiting") return;
  // The request may have been confirmed since it was read. With `new Date(0)`, a request is found even if its TTL is over.
  const latestRequest = await getRequest(request, new Date(0));
  if (latestRequest?.token === request.token && latestRequest.state === "waiting")
    await removeRequest(latestRequest);
}

/** How long an invocation may take to send a mail, in ms. Two tries to send take at most 12 s. */
const CLAIM_MS = 14_000;

/**
 * Claims the sending of a request's mail. False if another invocation sends the mail, if the next try is not due yet, or if
 * the request has ended.
 */
export const claimRequest = async (request: StockRequestItem, now: Date): Promise<boolean> =>
  (
    await updateItem({
      Key: requestKey(request),
      UpdateExpression: "SET claimEnds = :ends",
      ConditionExpression: "#state = :waiting AND (attribute_not_exists(claimEnds) OR claimEnds < :now)",
      ExpressionAttributeNames: { "#state": "state" },
      ExpressionAttributeValues: { ":waiting": "waiting", ":ends": +now + CLAIM_MS, ":now": +now },
    })
  ).ok;

/** Counts a failure of a request's mail. The next try is due after `waitMs`. */
export async function postponeRequest(request: StockRequestItem, waitMs: number, now: Date): Promise<void> {
  await updateItem({
    Key: requestKey(request),
    UpdateExpression: "SET claimEnds = :ends, failures = :failures",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":ends": +now + waitMs, ":failures": request.failures + 1 },
  });
}

/**
 * At most `limit` requests of a product or variant after the sort key `after`, sorted by sort key. `next`:
 * the sort key to continue after; undefined if there are no more requests.
 */
export async function readRequests(
  variant: VariantKey,
  { after = "", limit }: { after?: string; limit: number },
): Promise<{ requests: StockRequestItem[]; next: string | undefined }> {
  const { Items = [], LastEvaluatedKey } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk AND sk > :after",
      // DynamoDB refuses an empty key.
      ExpressionAttributeValues: { ":pk": requestPk(variant), ":after": after || " " },
      Limit: limit,
      ConsistentRead: true,
    }),
  );
  return {
    requests: parseValid(StockRequestItem, Items),
    next: LastEvaluatedKey && String(LastEvaluatedKey["sk"]),
  };
}

/** The variant of a request in the API's form. */
export const variantField = (variantId: string): { variantId?: string } =>
  variantId === NO_VARIANT ? {} : { variantId };
