/**
 * Tickets.
 * | item | pk | sk | index `changes` |
 * | ticket; gone by TTL KEEP_DAYS after its event | TICKET#<id> | TICKET | TICKETS#<product id>, <changedAt>#<ticket id> |
 * `summary` is the ticket as a door sees it, because the index has no room for more attributes.
 */
import { createHash } from "node:crypto";
import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Order } from "../../shared/order.ts";
import { idFromBytes } from "../../shared/tickets/base32.ts";
import { DoorTicket, Ticket, toDoorTicket } from "../../shared/tickets/ticket.ts";
import { seatsOf, type Seat } from "../../shared/tickets/tickets-of-order.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { parseStored, parseValid } from "../lib/parse-item.ts";
import { readItems } from "../lib/read-items.ts";
import type { TransactionWrite } from "../lib/transact.ts";

/** For questions after the event. Then nobody needs the holders' names. */
const KEEP_DAYS = 90;
const DAY_SECONDS = 86_400;

const keyOf = (ticketId: string) => ({ pk: `TICKET#${ticketId}`, sk: "TICKET" });
const eventPartition = (productId: string): string => `TICKETS#${productId}`;

/** The id of a seat's ticket: always the same, so that a repeated event issues nothing twice. */
export function ticketIdOf(orderId: string, { line, seat }: Pick<Seat, "line" | "seat">): string {
  const digest = createHash("sha256").update(`${orderId}#${line}#${seat}`).digest();
  return `tkt_${idFromBytes(digest.subarray(0, 16))}`;
}

/** When DynamoDB deletes the ticket, in seconds since 1970. */
export const ttlOf = ({ event, issuedAt }: Pick<Ticket, "event" | "issuedAt">): number =>
  Math.floor(Date.parse(event?.endsAt ?? issuedAt) / 1000) +
  (event ? KEEP_DAYS : 4 * KEEP_DAYS) * DAY_SECONDS;

/** Whether a ticket that is issued at `now` would be kept for some time. */
export const wouldBeKept = ({ event }: Pick<Ticket, "event">, now: Date): boolean =>
  ttlOf({ event, issuedAt: now.toISOString() }) * 1000 > +now;

/** The write of a ticket that was read at `before`; undefined: of a new one. Fails if another write was faster. */
export const putTicket = (ticket: Ticket, before: number | undefined): TransactionWrite<"ticket"> => ({
  name: "ticket",
  Put: {
    TableName: tableName(),
    Item: {
      ...keyOf(ticket.ticketId),
      changePk: eventPartition(ticket.productId),
      changeSk: `${ticket.changedAt}#${ticket.ticketId}`,
      ...ticket,
      summary: toDoorTicket(ticket),
      ttl: ttlOf(ticket),
    },
    ...(before === undefined
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : {
          ConditionExpression: "version = :before",
          ExpressionAttributeValues: { ":before": before },
        }),
  },
});

export async function getTicket(ticketId: string): Promise<Ticket | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: keyOf(ticketId), ConsistentRead: true }),
  );
  return Item && parseStored(Ticket, Item);
}

/** The stored tickets with these ids, in any order. */
export const readTickets = async (ticketIds: readonly string[]): Promise<Ticket[]> =>
  parseValid(Ticket, await readItems(ticketIds.map(keyOf)));

/** The stored tickets of an order by number. */
export async function ticketsOfOrder(order: Pick<Order, "orderId" | "items">): Promise<Ticket[]> {
  const ids = seatsOf(order).map((seat) => ticketIdOf(order.orderId, seat));
  return (await readTickets(ids)).sort((a, b) => a.n - b.n);
}

type Page<T> = { tickets: T[]; last?: string | undefined };
/** An index key before all others: DynamoDB takes no empty text. */
export const FIRST = "0";
/** Tickets that one query returns at most; DynamoDB returns at most 1 MB. */
const PAGE = 2_000;

/**
 * An event's tickets as a door sees them, by time of change, after the index key `after`. The index lags behind the table
 * by less than a second as a rule.
 */
export async function doorTicketsOf(
  productId: string,
  after: string,
  limit = PAGE,
): Promise<Page<DoorTicket>> {
  const { Items = [], LastEvaluatedKey } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: "changes",
      KeyConditionExpression: "changePk = :event AND changeSk > :after",
      ExpressionAttributeValues: { ":event": eventPartition(productId), ":after": after },
      Limit: limit,
    }),
  );
  const Row = z.object({ summary: DoorTicket });
  const last: unknown = LastEvaluatedKey?.["changeSk"];
  return {
    tickets: parseValid(Row, Items).map(({ summary }) => summary),
    ...(typeof last === "string" ? { last } : {}),
  };
}
