/**
 * Rules for which items of the earlier table are restored. Keys: see lambdas/README.md and the `*-table.ts`
 * files.
 */
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { EVENT_PREFIX as STORED_PREFIX } from "../../../lambdas/orders/outbox-table.ts";

/** An item as DynamoDB stores it, so that sets and numbers stay exactly as they are. */
export type Item = Record<string, AttributeValue>;
export type Key = { pk: string; sk: string };

export const keyOf = ({ pk, sk }: Item): Key => ({ pk: pk?.S ?? "", sk: sk?.S ?? "" });
export const toItem = ({ pk, sk }: Key): Item => ({ pk: { S: pk }, sk: { S: sk } });
export const numberIn = (value: AttributeValue | undefined): number | undefined =>
  value?.N === undefined ? undefined : Number(value.N);

export const EVENT_PREFIX = "OUTBOX#" satisfies typeof STORED_PREFIX;
/**
 * Counters of rate limits, and of the unpaid and paid pieces of clients. Restored values are out of date, and would refuse
 * visitors without a reason.
 */
const COUNTER_PREFIXES = ["LIMIT#", "CLIENT#", "OUTCOME#"];

/** The list of products in the store (lambdas/products/listed-table.ts), and the results of `reconcile-books`. */
const REBUILT_KEYS = ["LISTED", "BOOKS"];
/** The item of a person who agreed to the newsletter. It is not restored, because the person may have withdrawn since. */
const SUBSCRIBER = "SUBSCRIBER";

/**
 * What happens to an item.
 * - copy: the item is written, unless the shop's table has an item with this key.
 * - hold: like `copy`, but after all other items, because `reconcile-checkouts` would end a hold without an order.
 * - event: not copied, because a new outbox item would be published again, and customers would get its mail twice.
 * - rebuilt: not copied. `reconcile-checkouts` makes the list of products in the store from the products, and
 *   `reconcile-books` compares the orders with Stripe's payments again.
 * - subscriber: not copied. `npm run customer -- collect-consents` makes the list of subscribers from the orders.
 * - counter: not copied, for the reason at COUNTER_PREFIXES.
 * - expired: not copied, because its time to live is over. The restored table does not delete such items.
 */
export type Treatment = "copy" | "hold" | "event" | "rebuilt" | "subscriber" | "counter" | "expired";

export function treatmentOf(item: Item, now: Date): Treatment {
  const { pk, sk } = keyOf(item);
  if (sk.startsWith(EVENT_PREFIX)) return "event";
  if (COUNTER_PREFIXES.some((prefix) => pk.startsWith(prefix))) return "counter";
  if (REBUILT_KEYS.includes(pk)) return "rebuilt";
  if (sk === SUBSCRIBER) return "subscriber";
  const ttl = numberIn(item["ttl"]);
  if (ttl !== undefined && ttl * 1000 <= +now) return "expired";
  return pk.startsWith("ORDER#") && sk === "HOLD" ? "hold" : "copy";
}

/** The event in an outbox item that was not published at the time of the backup; undefined for other items. */
export function unpublishedEventIn(item: Item): { subject: string; type: string } | undefined {
  const { pk, sk } = keyOf(item);
  if (!sk.startsWith(EVENT_PREFIX) || item["duePk"] === undefined) return undefined;
  return { subject: pk, type: item["event"]?.M?.["type"]?.S ?? "unknown" };
}

const isTicketKey = ({ pk, sk }: Key): boolean => pk.startsWith("TICKET#") && sk === "TICKET";

/** The attribute of an item that numbers the events of its partition; undefined for items without it. */
const sequenceAttribute = ({ pk, sk }: Key): string | undefined => {
  if ((pk.startsWith("ORDER#") && sk === "ORDER") || isTicketKey({ pk, sk })) return "sequence";
  return pk.startsWith("PRODUCT#") && sk === "SEQUENCE" ? "last" : undefined;
};

/** Whether an item has the number of the last event of its partition. */
export const hasEventNumber = (item: Item): boolean => sequenceAttribute(keyOf(item)) !== undefined;

/**
 * The item. Its number of the last event is raised to the last number in the shop's outbox, if it is lower. Otherwise the next
 * event would get a number that is already used, so every later change of the order, ticket or product would fail.
 */
export function withSequence(item: Item, lastInOutbox: number): Item {
  const name = sequenceAttribute(keyOf(item));
  if (name === undefined || (numberIn(item[name]) ?? 0) >= lastInOutbox) return item;
  return { ...item, [name]: { N: String(lastInOutbox) } };
}

/** The start of the sort key of a stock item; the id of its variant follows. */
export const STOCK_PREFIX = "STOCK#";

/** The key of the product in the store's list, for a product and for its stock items; undefined for other items. */
export function storeListKeyOf(item: Item): Key | undefined {
  const { pk, sk } = keyOf(item);
  const isInList = sk === "PRODUCT" || sk.startsWith(STOCK_PREFIX);
  return isInList ? { pk: "LISTED", sk: pk.replace("PRODUCT#", "") } : undefined;
}

/**
 * The stock item with a revision after that of its count in the store's list, which refuses older counts than its own. `listed`: the
 * product in the list.
 */
export function withListedRevision(stockItem: Item, listed: Item | undefined): Item {
  const count = listed?.[`stock:${keyOf(stockItem).sk.slice(STOCK_PREFIX.length)}`];
  const listedRevision = numberIn(count?.L?.[0]) ?? 0;
  return listedRevision > (numberIn(stockItem["revision"]) ?? 0)
    ? { ...stockItem, revision: { N: String(listedRevision + 1) } }
    : stockItem;
}

/**
 * The product with another version. `stockChanges`, the stock changes of the product's last save, are removed: the first save
 * after the restore would make them again, because the stock items have recorded only the earlier version.
 */
export const withNewVersion = (product: Item, version: number): Item => ({
  ...product,
  version: { N: String(version) },
  stockChanges: { L: [] },
});

/**
 * The product with a version after the `laterVersions`: those of the store's list, which refuses older versions than its own, and of
 * its stock items. A save with a version that a stock item has recorded already would not change the stock.
 */
export function withVersionAfter(product: Item, laterVersions: readonly number[]): Item {
  const latestVersion = Math.max(0, ...laterVersions);
  return latestVersion > (numberIn(product["version"]) ?? 0)
    ? withNewVersion(product, latestVersion + 1)
    : product;
}

/** The version of a replacement: greater than both, because functions cache products by version. */
export const nextVersion = (liveItem: Item, earlierItem: Item): number =>
  Math.max(numberIn(liveItem["version"]) ?? 0, numberIn(earlierItem["version"]) ?? 0) + 1;

/**
 * Whether pieces of an order were taken from stock again, freed or restocked after the backup. The restored order may then sell
 * or restock them a second time. That held pieces were sold does not count: if the payment is settled again, it finds no held
 * pieces.
 */
export function hasMovedPieces(earlierOrder: Item, liveOrder: Item): boolean {
  const stateOf = (order: Item) => order["hold"]?.M?.["state"]?.S;
  const restockedIn = (order: Item) =>
    (order["items"]?.L ?? []).reduce((sum, line) => sum + (numberIn(line.M?.["restocked"]) ?? 0), 0);
  const [earlierState, liveState] = [stateOf(earlierOrder), stateOf(liveOrder)];
  const wasSoldSince = earlierState === "held" && liveState === "sold";
  return (
    restockedIn(earlierOrder) !== restockedIn(liveOrder) || (earlierState !== liveState && !wasSoldSince)
  );
}

export const isWebhook = (item: Item): boolean =>
  keyOf(item).pk === "WEBHOOKS" && item["secret"] !== undefined;

/**
 * The ticket with `now` as its time of change, because doors request only tickets that changed since their last
 * request.
 */
function withChangeTime(ticket: Item, now: Date): Item {
  const changedAt = { S: now.toISOString() };
  return {
    ...ticket,
    changedAt,
    changeSk: { S: `${changedAt.S}#${ticket["ticketId"]?.S}` },
    summary: { M: { ...ticket["summary"]?.M, changedAt } },
  };
}

/**
 * The counter of order numbers, increased by 1,000 for the orders that were placed after the backup. Their numbers must not be
 * used again, because customers have them in their mails.
 */
const skipLostNumbers = (counter: Item): Item => ({
  ...counter,
  last: { N: String((numberIn(counter["last"]) ?? 0) + 1000) },
});

/**
 * The item as it is written. A webhook endpoint is restored as paused, because an admin may have removed it on purpose.
 */
export function toRestoredItem(item: Item, now: Date): Item {
  if (keyOf(item).pk === "ORDER_NUMBER") return skipLostNumbers(item);
  if (isTicketKey(keyOf(item))) return withChangeTime(item, now);
  return isWebhook(item) ? { ...item, state: { S: "paused" }, pausedBy: { S: "a restore" } } : item;
}
