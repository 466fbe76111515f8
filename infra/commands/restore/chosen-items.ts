import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { mailboxKeysOf } from "../customer/mailbox-keys.ts";
import { ticketIdsOf } from "../customer/ticket-ids.ts";
import {
  hasMovedPieces,
  keyOf,
  nextVersion,
  STOCK_PREFIX,
  treatmentOf,
  unpublishedEventIn,
  withNewVersion,
  type Item,
  type Key,
} from "./copy-rules.ts";
import { restoreCodeUse } from "./code-uses.ts";
import { holdsIn, withoutRestocks } from "./holds.ts";
import {
  withNextNumbers,
  deleteItem,
  getItem,
  readPartition,
  putMissing,
  replaceItem,
  isConditionMet,
  type Tables,
} from "./tables.ts";
import { describeUnpublishedEvent } from "./texts.ts";

export type RestoreContext = Tables & {
  /** Whether an order or product that exists is replaced by the earlier one. */
  replacesExisting: boolean;
  print: (line: string) => void;
};

/** Brings back the pictures of uploads. */
export type RestorePictures = (uploadIds: readonly string[]) => Promise<void>;

/** Writes those of the `items` that are missing in the shop's table and may be copied (see `treatmentOf`). Returns their number. */
async function copyMissing(context: RestoreContext, items: readonly Item[]): Promise<number> {
  let copiedCount = 0;
  for (const item of items) {
    const treatment = treatmentOf(item, context.now);
    if (treatment !== "copy" && treatment !== "hold") continue;
    if (await putMissing(context, treatment === "hold" ? withoutRestocks(item) : item)) copiedCount++;
  }
  return copiedCount;
}

/** Prints why an order or product was not restored; returns false. */
function printNotRestored({ print }: RestoreContext, reason: string): false {
  print(reason);
  return false;
}

/** An item as it was in the restored table, and as it is in the shop's table. */
const readEarlierAndLive = ({ client, from, to }: RestoreContext, key: Key) =>
  Promise.all([getItem(client, from, key), getItem(client, to, key)]);

/** The keys of an order's items in other partitions, and of its month in the list of months. */
function relatedKeys(order: Item): Key[] {
  const keyIfText = (value: Item[string] | undefined, toKey: (id: string) => Key): Key[] =>
    value?.S === undefined ? [] : [toKey(value.S)];
  return [
    ...keyIfText(order["stripeSessionId"], (id) => ({ pk: `SESSION#${id}`, sk: "SESSION" })),
    ...keyIfText(order["payment"]?.M?.["paymentIntentId"], (id) => ({ pk: `PAYMENT#${id}`, sk: "PAYMENT" })),
    ...keyIfText(order["attemptId"], (id) => ({ pk: `ATTEMPT#${id}`, sk: "ATTEMPT" })),
    ...keyIfText(order["orderId"], (id) => ({ pk: `SALES#${id}`, sk: "SALE" })),
    ...keyIfText(order["createdAt"], (time) => ({ pk: "MONTHS", sk: time.slice(0, 7) })),
    ...mailboxKeysOf(unmarshall(order)),
  ];
}

/**
 * Restores the missing tickets of an order. A ticket that exists is not changed, because it may have been transferred or
 * used since. Returns the number of restored tickets.
 */
async function copyTickets(context: RestoreContext, order: Item): Promise<number> {
  let ticketCount = 0;
  for (const ticketId of ticketIdsOf(unmarshall(order))) {
    const items = await readPartition(context.client, context.from, `TICKET#${ticketId}`);
    ticketCount += await copyMissing(
      context,
      items.filter((item) => keyOf(item).sk === "TICKET"),
    );
    await copyMissing(context, items);
  }
  return ticketCount;
}

/** Prints how many tickets of an order were restored; returns true. */
function printTickets({ print }: RestoreContext, orderId: string, count: number): true {
  if (count > 0) print(`${orderId}: ${count} of its tickets are back, with their holders and check-ins.`);
  return true;
}

/**
 * Restores an order, with its tickets and the other items that belong to it. `reconcile-checkouts` then
 * settles the order with Stripe. Returns true also if the order exists and is not to be replaced, false if it cannot be restored.
 */
export async function restoreOrder(context: RestoreContext, orderId: string): Promise<boolean> {
  const { client, from, to, print } = context;
  const pk = `ORDER#${orderId}`;
  const [earlierOrder, liveOrder] = await readEarlierAndLive(context, { pk, sk: "ORDER" });
  if (!earlierOrder) return printNotRestored(context, `${orderId}: was not in the table at that time.`);
  if (treatmentOf(earlierOrder, context.now) === "expired")
    return printNotRestored(
      context,
      `${orderId}: was never paid, and the shop deletes such an order within 30 days.`,
    );
  if (liveOrder && !context.replacesExisting) {
    print(`${orderId}: exists, and was not changed.`);
    return printTickets(context, orderId, await copyTickets(context, liveOrder));
  }
  const earlierItems = await readPartition(client, from, pk);
  if (liveOrder) {
    const version = { N: String(nextVersion(liveOrder, earlierOrder)) };
    const order = { ...(await withNextNumbers(context, earlierOrder)), version };
    if (!(await replaceItem(context, order, liveOrder)))
      return printNotRestored(context, `${orderId}: was changed by others at this moment. Try again.`);
    await restoreCodeUse(context, liveOrder, earlierOrder);
  }
  // Each `EVENT#` item marks an event of Stripe as applied. The earlier order is without the changes by events that were
  // applied later, so their marks are deleted.
  const earlierSortKeys = new Set(earlierItems.map((item) => keyOf(item).sk));
  for (const item of await readPartition(client, to, pk, "EVENT#"))
    if (!earlierSortKeys.has(keyOf(item).sk)) await deleteItem(context, item);
  // The hold item comes last, because `reconcile-checkouts` would end a hold without an order. One of the other items is the
  // order itself, which is written here if it was missing.
  const isHold = (item: Item) => keyOf(item).sk === "HOLD";
  await copyMissing(
    context,
    earlierItems.filter((item) => !isHold(item)),
  );
  for (const key of relatedKeys(earlierOrder)) {
    const item = await getItem(client, from, key);
    if (item) await copyMissing(context, [item]);
  }
  const ticketCount = await copyTickets(context, earlierOrder);
  await copyMissing(context, earlierItems.filter(isHold));
  print(`${orderId}: is back.`);
  printTickets(context, orderId, ticketCount);
  for (const event of earlierItems.flatMap((item) => unpublishedEventIn(item) ?? []))
    print(describeUnpublishedEvent(event));
  if (liveOrder && hasMovedPieces(earlierOrder, liveOrder))
    print(
      `${orderId}: its pieces were sold or put back on sale since that time, which the earlier order does not know. Count its ` +
        "products, and do not put the pieces back on sale again.",
    );
  return true;
}

/** The ids of the uploads whose pictures a product shows. */
const uploadIdsOf = (product: Item): string[] => [
  ...new Set(
    (product["imageUrls"]?.L ?? []).flatMap(
      ({ S = "" }) => /^\/media\/products\/(upl_[0-9A-Z]{26})\./.exec(S)?.[1] ?? [],
    ),
  ),
];

/** Marks the picture of an upload as shown by a product, and stops its removal. */
async function keepPicture(context: RestoreContext, uploadId: string, productId: string): Promise<void> {
  const key = { pk: `UPLOAD#${uploadId}`, sk: "UPLOAD" };
  const [earlierUpload, liveUpload] = await readEarlierAndLive(context, key);
  if (!liveUpload) {
    if (earlierUpload) await putMissing(context, earlierUpload);
    return;
  }
  const isMain = earlierUpload?.["mainOf"]?.SS?.includes(productId) ?? false;
  await context.client.send(
    new UpdateItemCommand({
      TableName: context.to,
      Key: { pk: { S: key.pk }, sk: { S: key.sk } },
      UpdateExpression:
        `SET #status = :ready ADD shownBy :product${isMain ? ", mainOf :product" : ""} ` +
        "REMOVE duePk, dueSk, #ttl",
      ExpressionAttributeNames: { "#status": "status", "#ttl": "ttl" },
      ExpressionAttributeValues: { ":ready": { S: "ready" }, ":product": { SS: [productId] } },
    }),
  );
}

/**
 * Puts an existing stock item back into the catalog's index; false if there is no such item. Its counts are not changed,
 * because they are newer than the backup.
 */
const putStockIntoIndex = (
  { client, to: TableName }: RestoreContext,
  { pk, sk, listPk, listSk }: Item,
): Promise<boolean> =>
  isConditionMet(
    client.send(
      new UpdateItemCommand({
        TableName,
        Key: { pk: pk ?? { S: "" }, sk: sk ?? { S: "" } },
        UpdateExpression: "SET listPk = :pk, listSk = :sk",
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeValues: { ":pk": listPk ?? { S: "" }, ":sk": listSk ?? { S: "" } },
      }),
    ),
  );

/** The keys of the items by which episodes name the product of these items (lambdas/podcast/tie-table.ts). */
const tieKeys = (items: readonly Item[]): Key[] =>
  items.map(keyOf).flatMap(({ pk, sk }) => {
    const [, episodeId] = /^EPISODE#(.+)$/.exec(sk) ?? [];
    return episodeId === undefined
      ? []
      : [{ pk: "EPISODE_PRODUCTS", sk: `${episodeId}#${pk.replace("PRODUCT#", "")}` }];
  });

/**
 * Restores a product with its stock, its pictures and their `UPLOAD#` items. Stock items that exist keep
 * their counts. `reconcile-checkouts` adds the product to the list of products in the store within a minute. Returns
 * true also if the product exists and is not to be replaced, false if it cannot be restored.
 */
export async function restoreProduct(
  context: RestoreContext,
  productId: string,
  restorePictures: RestorePictures,
): Promise<boolean> {
  const { client, from, print } = context;
  const pk = `PRODUCT#${productId}`;
  const [earlierProduct, liveProduct] = await readEarlierAndLive(context, { pk, sk: "PRODUCT" });
  if (!earlierProduct) return printNotRestored(context, `${productId}: was not in the table at that time.`);
  if (earlierProduct["deletedAt"])
    return printNotRestored(context, `${productId}: was deleted before that time. Choose an earlier one.`);
  if (liveProduct && !liveProduct["deletedAt"] && !context.replacesExisting) {
    print(`${productId}: exists, and was not changed.`);
    return true;
  }
  const uploadIds = uploadIdsOf(earlierProduct);
  await restorePictures(uploadIds);
  for (const uploadId of uploadIds) await keepPicture(context, uploadId, productId);
  const items = await readPartition(client, from, pk);
  const stockItems = items.filter((item) => keyOf(item).sk.startsWith(STOCK_PREFIX));
  await copyMissing(context, stockItems);
  const holds = stockItems.flatMap((stockItem) => holdsIn(stockItem, context.now));
  for (const hold of holds) await putMissing(context, hold);
  for (const stockItem of stockItems) if (stockItem["listPk"]) await putStockIntoIndex(context, stockItem);
  if (liveProduct) {
    const product = withNewVersion(earlierProduct, nextVersion(liveProduct, earlierProduct));
    if (!(await replaceItem(context, product, liveProduct)))
      return printNotRestored(context, `${productId}: was changed by others at this moment. Try again.`);
  }
  await copyMissing(context, items);
  for (const key of tieKeys(items)) {
    const item = await getItem(client, from, key);
    if (item) await copyMissing(context, [item]);
  }
  print(
    `${productId}: is back${uploadIds.length > 0 ? `, with ${uploadIds.length} uploaded pictures` : ""}.`,
  );
  return true;
}

/**
 * Restores the items of one partition, of any kind, that are missing in the shop's table. Returns whether the
 * partition had items.
 */
export async function restorePartition(context: RestoreContext, pk: string): Promise<boolean> {
  const items = await readPartition(context.client, context.from, pk);
  context.print(`${pk}: ${await copyMissing(context, items)} of ${items.length} items are back.`);
  return items.length > 0;
}
