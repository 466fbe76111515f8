import { DeleteCommand, paginateScan } from "@aws-sdk/lib-dynamodb";
import { REQUEST_PREFIX, StockRequestItem } from "../../../lambdas/back-in-stock/request-table.ts";
import { documentClient, tableName } from "../../../lambdas/lib/dynamodb.ts";
import { parseValid } from "../../../lambdas/lib/parse-item.ts";
import { queryAll } from "../../../lambdas/lib/query-all.ts";

export type StoredItem = Record<string, unknown>;

/** Parts of the table that are read at the same time. */
const SEGMENTS = 8;

/** Whether two email addresses belong to the same customer. Ignores case, like the shop's list of undeliverable addresses. */
const isSameAddress = (a: unknown, b: string): boolean =>
  typeof a === "string" && a.trim().toLowerCase() === b.trim().toLowerCase();

const emailIn = ({ billingInfo }: StoredItem): unknown =>
  typeof billingInfo === "object" && billingInfo !== null && "email" in billingInfo
    ? billingInfo.email
    : undefined;

/**
 * A customer's orders, tickets from somebody else, tickets that the customer sent to somebody else, and requests for mails that a
 * sold-out product is back.
 */
export type CustomerIds = {
  orderIds: string[];
  ticketIds: string[];
  sentTicketIds: string[];
  stockRequests: StockRequestItem[];
};

/**
 * The ids of the orders (oldest first) and tickets with this email address, and the requests for back-in-stock mails to it.
 * `ticketIds` includes a ticket of the customer's own order only if it was sent to somebody else and back, or if the order was
 * erased by a command that crashed before it erased the ticket.
 * Reads the whole table, because no index finds these items by an address.
 */
export async function findIdsOfCustomer(email: string): Promise<CustomerIds> {
  const ownTickets: StoredItem[] = [];
  const ids: CustomerIds = { orderIds: [], ticketIds: [], sentTicketIds: [], stockRequests: [] };
  await Promise.all(
    Array.from({ length: SEGMENTS }, async (_, Segment) => {
      const pages = paginateScan(
        { client: documentClient() },
        {
          TableName: tableName(),
          Segment,
          TotalSegments: SEGMENTS,
          FilterExpression: "sk = :order OR sk = :ticket OR begins_with(pk, :waiting)",
          ExpressionAttributeValues: { ":order": "ORDER", ":ticket": "TICKET", ":waiting": REQUEST_PREFIX },
          ProjectionExpression: `pk, sk, billingInfo.email, email, sentByEmail, generation, orderId, ${requestProjection}`,
          ExpressionAttributeNames: requestPlaceholders,
        },
      );
      for await (const { Items = [] } of pages)
        for (const item of Items)
          if (item["sk"] === "ORDER" && isSameAddress(emailIn(item), email))
            ids.orderIds.push(String(item["pk"]).replace("ORDER#", ""));
          else if (isFromSomebodyElse(item) && isSameAddress(item["email"], email))
            ids.ticketIds.push(String(item["pk"]).replace("TICKET#", ""));
          else if (item["sk"] === "TICKET" && isSameAddress(item["email"], email)) ownTickets.push(item);
          else if (isSameAddress(item["sentByEmail"], email))
            ids.sentTicketIds.push(String(item["pk"]).replace("TICKET#", ""));
          else if (String(item["pk"]).startsWith(REQUEST_PREFIX) && isSameAddress(item["email"], email))
            ids.stockRequests.push(...parseValid(StockRequestItem, [item]));
    }),
  );
  const { orderIds, ticketIds, sentTicketIds } = ids;
  for (const [orderId, tickets] of Map.groupBy(ownTickets, (ticket) => String(ticket["orderId"])))
    if ((await readItemsOfOrder(orderId)).some(({ erased }) => erased))
      ticketIds.push(...tickets.map(({ pk }) => String(pk).replace("TICKET#", "")));
  return {
    ...ids,
    orderIds: orderIds.sort(),
    ticketIds: ticketIds.sort(),
    sentTicketIds: sentTicketIds.sort(),
  };
}

/**
 * The attributes of a request for a mail, apart from the keys and `email`. Some names are reserved words of DynamoDB, so the
 * scan uses placeholders such as `#state`.
 */
const REQUEST_ATTRIBUTES = [
  "productId",
  "variantId",
  "token",
  "state",
  "askedAt",
  "until",
  "failures",
  "claimEnds",
  "ttl",
];
const requestProjection = REQUEST_ATTRIBUTES.map((name) => `#${name}`).join(", ");
const requestPlaceholders = Object.fromEntries(REQUEST_ATTRIBUTES.map((name) => [`#${name}`, name]));

/** Whether the item is a ticket that another customer has sent, or that an admin gave away. */
const isFromSomebodyElse = ({ sk, generation, orderId }: StoredItem): boolean =>
  sk === "TICKET" && (generation !== 0 || orderId === undefined);

/** All items in an order's partition: for example the order, its hold, its events, and which mails were sent. */
export const readItemsOfOrder = (orderId: string): Promise<StoredItem[]> =>
  queryAll({
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": `ORDER#${orderId}` },
    ConsistentRead: true,
  });

export const deleteItem = ({ pk, sk }: StoredItem): Promise<unknown> =>
  documentClient().send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
