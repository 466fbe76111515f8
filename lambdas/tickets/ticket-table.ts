/**
 * Tickets.
 * | item | pk | sk | index `changes` |
 * | ticket; deleted by TTL KEEP_DAYS after its event | TICKET#<id> | TICKET | TICKETS#<product id>, <changedAt>#<ticket id> |
 * `summary` is the ticket as a door sees it. Of the other attributes, the index contains only `ttl`.
 */
import { createHash } from "node:crypto";
import { GetCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Order } from "../../shared/order.ts";
import { idFromBytes } from "../../shared/tickets/base32.ts";
import { DoorTicket, Ticket, toDoorTicket } from "../../shared/tickets/ticket.ts";
import { seatsOf, type Seat } from "../../shared/tickets/tickets-of-order.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { parseStored, parseValid } from "../lib/parse-item.ts";
import { readItems } from "../lib/read-items.ts";
import { isConditionMet } from "../lib/is-condition-met.ts";
import type { TransactionWrite } from "../lib/transact.ts";

/** Tickets are kept for questions after the event. Later nobody needs the holders' names. */
const KEEP_DAYS = 90;
const DAY_SECONDS = 86_400;

const keyOf = (ticketId: string) => ({ pk: `TICKET#${ticketId}`, sk: "TICKET" });
const eventPartition = (productId: string): string => `TICKETS#${productId}`;

/** The index key of a ticket's last change. Each change of a ticket has a key of its own. */
export const changeKeyOf = ({ changedAt, ticketId }: Pick<Ticket, "changedAt" | "ticketId">): string =>
  `${changedAt}#${ticketId}`;

/**
 * The id of a seat's ticket: always the same, so that a repeated event or request issues nothing twice. For a ticket that an admin
 * gave as a gift, `orderId` is the id of the request.
 */
export function ticketIdOf(orderId: string, { line, seat }: Pick<Seat, "line" | "seat">): string {
  const digest = createHash("sha256").update(`${orderId}#${line}#${seat}`).digest();
  return `tkt_${idFromBytes(digest.subarray(0, 16))}`;
}

/** When DynamoDB deletes the ticket, in seconds since 1970. */
export function ttlOf({
  event,
  eventEndsAt = event?.endsAt,
  issuedAt,
}: Pick<Ticket, "event" | "eventEndsAt" | "issuedAt">): number {
  // If the end is unknown, the event may be many months after the issue of the ticket.
  const days = eventEndsAt === undefined ? 4 * KEEP_DAYS : KEEP_DAYS;
  return toEpochSeconds(Date.parse(eventEndsAt ?? issuedAt)) + days * DAY_SECONDS;
}

/** A date may have been entered wrongly, so no change shortens a TTL to less than this. */
const MIN_KEEP_DAYS = 30;
const minTtl = (nowMs: number): number => toEpochSeconds(nowMs) + MIN_KEEP_DAYS * DAY_SECONDS;

/**
 * The new TTL of a ticket whose event ends at `endsAt` (ISO 8601). `ttl`: its old TTL. TTLs are in seconds since 1970. A later
 * end applies immediately. An earlier end may be a mistake, so the ticket is kept for at least MIN_KEEP_DAYS, or until its old
 * TTL if that is sooner.
 */
function adaptedTtl(endsAt: string, ttl: number, nowMs: number): number {
  const regularTtl = ttlOf({ eventEndsAt: endsAt, issuedAt: endsAt });
  return regularTtl > ttl ? regularTtl : Math.min(ttl, Math.max(regularTtl, minTtl(nowMs)));
}

/** Whether the TTL of a ticket that is issued at `now` is in the future. */
export const isTtlInFuture = (ticket: Pick<Ticket, "event" | "eventEndsAt">, now: Date): boolean =>
  ttlOf({ ...ticket, issuedAt: now.toISOString() }) * 1000 > +now;

/**
 * The write of a ticket that was read at the version `versionBefore` (undefined: a new ticket). The write's condition fails
 * if another write was faster.
 */
export const putTicket = (ticket: Ticket, versionBefore: number | undefined): TransactionWrite<"ticket"> => ({
  name: "ticket",
  Put: {
    TableName: tableName(),
    Item: {
      ...keyOf(ticket.ticketId),
      changePk: eventPartition(ticket.productId),
      changeSk: changeKeyOf(ticket),
      ...ticket,
      summary: toDoorTicket(ticket),
      ttl: Math.max(ttlOf(ticket), minTtl(Date.now())),
    },
    ...(versionBefore === undefined
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : {
          ConditionExpression: "version = :before",
          ExpressionAttributeValues: { ":before": versionBefore },
        }),
  },
});

/** The ticket; undefined if there is none. Throws UnreadableItem if it does not match its schema. */
export async function getTicket(ticketId: string): Promise<Ticket | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: keyOf(ticketId), ConsistentRead: true }),
  );
  return Item && parseStored(Ticket, Item);
}

/** The stored tickets with these ids, unsorted. */
export const readTickets = async (ticketIds: readonly string[]): Promise<Ticket[]> =>
  parseValid(Ticket, await readItems(ticketIds.map(keyOf)));

/** The stored tickets of an order, sorted by number. */
export async function readTicketsOfOrder(order: Pick<Order, "orderId" | "items">): Promise<Ticket[]> {
  const ids = seatsOf(order).map((seat) => ticketIdOf(order.orderId, seat));
  return (await readTickets(ids)).sort((a, b) => a.n - b.n);
}

/** When a ticket has to be deleted (`ttl`, in seconds since 1970), because its event ends at `eventEndsAt`. */
export type TicketTtl = { ticketId: string; eventEndsAt: string; ttl: number };

/** Stores when the event ends and when the ticket is deleted. Stores nothing, and returns false, if it is deleted already. */
export const storeTicketTtl = ({ ticketId, eventEndsAt, ttl }: TicketTtl): Promise<boolean> =>
  isConditionMet(
    documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keyOf(ticketId),
        UpdateExpression: "SET eventEndsAt = :end, #ttl = :ttl",
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeNames: { "#ttl": "ttl" },
        ExpressionAttributeValues: { ":end": eventEndsAt, ":ttl": ttl },
      }),
    ),
  );

/** `last`: the index key after which the next page begins; undefined on the last page. */
type Page<T> = { tickets: T[]; last?: string | undefined };
/** An index key that sorts before all others. DynamoDB does not accept an empty key. */
export const FIRST_KEY = "0";
/** The most tickets that one query returns. DynamoDB also limits a query to 1 MB. */
const PAGE_SIZE = 2_000;

const IndexRow = z.object({ summary: DoorTicket, ttl: z.optional(z.int()) });

const changesQuery = (productId: string, after: string, limit: number) => ({
  TableName: tableName(),
  IndexName: "changes",
  KeyConditionExpression: "changePk = :event AND changeSk > :after",
  ExpressionAttributeValues: { ":event": eventPartition(productId), ":after": after },
  Limit: limit,
});

/**
 * The index rows of an event's tickets by time of change, after the index key `after`. The index is usually less than a second
 * behind the table.
 */
async function readChangedRows(
  productId: string,
  after: string,
  limit: number,
): Promise<{ rows: z.infer<typeof IndexRow>[]; last?: string }> {
  const { Items = [], LastEvaluatedKey } = await documentClient().send(
    new QueryCommand(changesQuery(productId, after, limit)),
  );
  const lastKey: unknown = LastEvaluatedKey?.["changeSk"];
  return { rows: parseValid(IndexRow, Items), ...(typeof lastKey === "string" ? { last: lastKey } : {}) };
}

/** An event's tickets as a door sees them, by time of change, after the index key `after`. */
export async function readDoorTickets(
  productId: string,
  after: string,
  limit = PAGE_SIZE,
): Promise<Page<DoorTicket>> {
  const { rows, ...page } = await readChangedRows(productId, after, limit);
  return { ...page, tickets: rows.map(({ summary }) => summary) };
}

const Change = z.object({ changeSk: z.string() });

/** The last change of each ticket of an event, after the index key `after`, without the tickets themselves. */
export async function readTicketChanges(
  productId: string,
  after: string,
): Promise<{ changes: { ticketId: string; key: string }[]; last?: string | undefined }> {
  const { Items = [], LastEvaluatedKey } = await documentClient().send(
    new QueryCommand({ ...changesQuery(productId, after, PAGE_SIZE), ProjectionExpression: "changeSk" }),
  );
  const changes = parseValid(Change, Items).map(({ changeSk: key }) => ({
    ticketId: key.slice(key.indexOf("#") + 1),
    key,
  }));
  const lastKey: unknown = LastEvaluatedKey?.["changeSk"];
  return { changes, ...(typeof lastKey === "string" ? { last: lastKey } : {}) };
}

/** The tickets after the index key `after` whose TTL has to change, because their event ends at `endsAt`. */
export async function readTicketsWithOldTtl(
  { productId, endsAt }: { productId: string; endsAt: string },
  after: string,
  nowMs: number,
): Promise<Page<TicketTtl>> {
  const { rows, ...page } = await readChangedRows(productId, after, PAGE_SIZE);
  return {
    ...page,
    tickets: rows.flatMap(({ summary: { ticketId }, ttl = 0 }) => {
      const nextTtl = adaptedTtl(endsAt, ttl, nowMs);
      return nextTtl === ttl ? [] : [{ ticketId, eventEndsAt: endsAt, ttl: nextTtl }];
    }),
  };
}
