/**
 * Unpaid pieces by client. A client is a visitor (recognized by a signed cookie) or an IP address.
 * | item | pk | sk |
 * | a client; deleted by TTL | CLIENT#<key> | HELD |
 * | paid and lapsed pieces of an IP address in an hour; deleted by TTL | OUTCOME#<key> | HOUR#<n> |
 * Attributes of HELD: `held` counts all pieces, `product:<id>` the pieces of one product, `hold:<order id>` the
 * pieces of one order, which makes each change idempotent. The items are in no transaction: many visitors may share an
 * IP address, and their transactions would conflict.
 */
import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { updateItem } from "../lib/update-item.ts";
import { HOLD_PREFIX, holdsIn } from "../products/product-table.ts";
import type { Pieces } from "../products/stock-table.ts";

/** A client's counts are kept longer than any hold lasts. */
const KEEP_SECONDS = 30 * 86_400;

const keyOf = (client: string) => ({ pk: `CLIENT#${client}`, sk: "HELD" });

/** The most unpaid pieces of a client: of all products together, and of one product. */
export type ClientLimit = { maxPieces: number; maxOfProduct: (productId: string) => number };

function quantitiesByProduct(pieces: readonly Pieces[]): [productId: string, quantity: number][] {
  const sums = new Map<string, number>();
  for (const { productId, quantity } of pieces) sums.set(productId, (sums.get(productId) ?? 0) + quantity);
  return [...sums];
}
const totalQuantity = (pieces: readonly Pieces[]): number =>
  pieces.reduce((sum, { quantity }) => sum + quantity, 0);

/** Expression, names and values of an update that adds (`sign` 1) or subtracts (`sign` -1) the pieces. */
function countUpdate(orderId: string, pieces: readonly Pieces[], sign: 1 | -1, now: Date) {
  const products = quantitiesByProduct(pieces);
  return {
    products,
    addExpression: ["held :change", ...products.map((_, i) => `#p${i} :c${i}`)].join(", "),
    names: {
      "#hold": HOLD_PREFIX + orderId,
      "#ttl": "ttl",
      ...Object.fromEntries(products.map(([id], i) => [`#p${i}`, `product:${id}`])),
    },
    values: {
      ":change": sign * totalQuantity(pieces),
      ":hold": totalQuantity(pieces),
      ":ttl": toEpochSeconds(now) + KEEP_SECONDS,
      ...Object.fromEntries(products.map(([, quantity], i) => [`:c${i}`, sign * quantity])),
    },
  };
}

/** Counts an order's pieces for a client; false when the count would exceed the limit. */
export async function countForClient(
  client: string,
  orderId: string,
  pieces: readonly Pieces[],
  limit: ClientLimit,
  now: Date,
): Promise<boolean> {
  const { products, addExpression, names, values } = countUpdate(orderId, pieces, 1, now);
  // The most pieces that the client may hold before this order, of each product and in all.
  const maxOfProducts = products.map(([id, quantity]) => limit.maxOfProduct(id) - quantity);
  const maxInAll = limit.maxPieces - totalQuantity(pieces);
  if (Math.min(maxInAll, ...maxOfProducts) < 0) return false;
  const atMostCondition = (name: string, value: string) =>
    `(attribute_not_exists(${name}) OR ${name} <= ${value})`;
  const updateResult = await updateItem({
    Key: keyOf(client),
    UpdateExpression: `ADD ${addExpression} SET #hold = :hold, #ttl = :ttl`,
    ConditionExpression: [
      "attribute_not_exists(#hold)",
      atMostCondition("held", ":max"),
      ...products.map((_, i) => atMostCondition(`#p${i}`, `:max${i}`)),
    ].join(" AND "),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: {
      ...values,
      ":max": maxInAll,
      ...Object.fromEntries(maxOfProducts.map((max, i) => [`:max${i}`, max])),
    },
  });
  // If the item has the attribute, an earlier call has counted this order.
  return updateResult.ok || Object.hasOwn(updateResult.item ?? {}, HOLD_PREFIX + orderId);
}

/** Removes an order's pieces from a client's count. Idempotent. */
export async function uncountForClient(
  client: string,
  orderId: string,
  pieces: readonly Pieces[],
  now: Date,
): Promise<void> {
  const { addExpression, names, values } = countUpdate(orderId, pieces, -1, now);
  await updateItem({
    Key: keyOf(client),
    UpdateExpression: `ADD ${addExpression} SET #ttl = :ttl REMOVE #hold`,
    ConditionExpression: "#hold = :hold",
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  });
}

export async function readUnpaidOrderIds(client: string): Promise<string[]> {
  const { Item = {} } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: keyOf(client), ConsistentRead: true }),
  );
  return holdsIn(Item).map(({ holdKey }) => holdKey);
}

const HOUR_SECONDS = 3_600;
const hourOf = (now: Date): number => Math.floor(+now / 1000 / HOUR_SECONDS);

/** Numbers of pieces. `lapsed`: their payment page closed unpaid. */
type Outcomes = { lapsed: number; paid: number };

export async function countOutcome(
  addressKey: string,
  outcome: keyof Outcomes,
  pieces: readonly Pieces[],
  now: Date,
): Promise<void> {
  await updateItem({
    Key: { pk: `OUTCOME#${addressKey}`, sk: `HOUR#${hourOf(now)}` },
    UpdateExpression: "ADD #outcome :count SET #ttl = :ttl",
    ExpressionAttributeNames: { "#outcome": outcome, "#ttl": "ttl" },
    // The count is read until the next hour ends, and deleted an hour later.
    ExpressionAttributeValues: { ":count": totalQuantity(pieces), ":ttl": (hourOf(now) + 3) * HOUR_SECONDS },
  });
}

/** An IP address's outcomes in this hour and the hour before. */
export async function readOutcomes(addressKey: string, now: Date): Promise<Outcomes> {
  const { Items = [] } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
      ExpressionAttributeValues: {
        ":pk": `OUTCOME#${addressKey}`,
        ":from": `HOUR#${hourOf(now) - 1}`,
        ":to": `HOUR#${hourOf(now)}`,
      },
      ConsistentRead: true,
    }),
  );
  const sum = (name: keyof Outcomes) => Items.reduce((total, item) => total + Number(item[name] ?? 0), 0);
  return { lapsed: sum("lapsed"), paid: sum("paid") };
}

/** Whether a client may hold these pieces in addition to its unpaid pieces. */
export async function hasRoom(
  client: string,
  pieces: readonly Pieces[],
  limit: ClientLimit,
): Promise<boolean> {
  const { Item = {} } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: keyOf(client), ConsistentRead: true }),
  );
  const countOf = (name: string) => Number(Item[name] ?? 0);
  return (
    countOf("held") + totalQuantity(pieces) <= limit.maxPieces &&
    quantitiesByProduct(pieces).every(
      ([id, quantity]) => countOf(`product:${id}`) + quantity <= limit.maxOfProduct(id),
    )
  );
}
