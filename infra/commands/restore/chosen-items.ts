import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import {
  hasMovedPieces,
  keyOf,
  nextVersion,
  treatmentOf,
  waitingEvent,
  type Item,
  type Key,
} from "./copy-rules.ts";
import { holdsIn, withoutRestocks } from "./holds.ts";
import {
  continued,
  deleteItem,
  getItem,
  holds,
  partitionOf,
  putMissing,
  replaceItem,
  type Tables,
} from "./tables.ts";
import { describeWaiting } from "./texts.ts";

export type Chosen = Tables & {
  /** Whether an order or product that exists is replaced by the earlier one. */
  replace: boolean;
  print: (line: string) => void;
};

/** Brings back the pictures of uploads. */
export type RestorePictures = (uploadIds: readonly string[]) => Promise<void>;

/** Writes the items of a partition that the shop's table lacks; returns their number. */
async function copyMissing(chosen: Chosen, items: readonly Item[]): Promise<number> {
  let copied = 0;
  for (const item of items) {
    const treatment = treatmentOf(item, chosen.now);
    if (treatment !== "copy" && treatment !== "hold") continue;
    if (await putMissing(chosen, treatment === "hold" ? withoutRestocks(item) : item)) copied++;
  }
  return copied;
}

/** Prints why an order or product is not brought back; returns false. */
function isNotBack({ print }: Chosen, reason: string): false {
  print(reason);
  return false;
}

const read = ({ client, from, to }: Chosen, key: Key) =>
  Promise.all([getItem(client, from, key), getItem(client, to, key)]);

/** The items to which an order points, and those that point to it. */
function relatedKeys(order: Item): Key[] {
  const text = (value: Item[string] | undefined, toKey: (id: string) => Key): Key[] =>
    value?.S === undefined ? [] : [toKey(value.S)];
  return [
    ...text(order["stripeSessionId"], (id) => ({ pk: `SESSION#${id}`, sk: "SESSION" })),
    ...text(order["payment"]?.M?.["paymentIntentId"], (id) => ({ pk: `PAYMENT#${id}`, sk: "PAYMENT" })),
    ...text(order["attemptId"], (id) => ({ pk: `ATTEMPT#${id}`, sk: "ATTEMPT" })),
    ...text(order["orderId"], (id) => ({ pk: `SALES#${id}`, sk: "SALE" })),
    ...text(order["createdAt"], (time) => ({ pk: "MONTHS", sk: time.slice(0, 7) })),
  ];
}

/**
 * Brings an order back, with the items that belong to it. `reconcile-checkouts` then settles it with Stripe. Returns whether
 * the table has the order.
 */
export async function restoreOrder(chosen: Chosen, orderId: string): Promise<boolean> {
  const { client, from, to, print } = chosen;
  const pk = `ORDER#${orderId}`;
  const [earlier, live] = await read(chosen, { pk, sk: "ORDER" });
  if (!earlier) return isNotBack(chosen, `${orderId}: was not in the table at that time.`);
  if (treatmentOf(earlier, chosen.now) === "expired")
    return isNotBack(chosen, `${orderId}: was never paid, so the shop has deleted it after 30 days.`);
  if (live && !chosen.replace) {
    print(`${orderId}: exists, and was not changed.`);
    return true;
  }
  // Stripe's events since then count as applied; they must be applied again to the earlier order.
  const before = await partitionOf(client, from, pk);
  const known = new Set(before.map((item) => keyOf(item).sk));
  for (const item of await partitionOf(client, to, pk, "EVENT#"))
    if (!known.has(keyOf(item).sk)) await deleteItem(chosen, item);
  if (live) {
    const version = { N: String(nextVersion(live, earlier)) };
    const order = { ...(await continued(chosen, earlier)), version };
    if (!(await replaceItem(chosen, order, live)))
      return isNotBack(chosen, `${orderId}: was changed by others at this moment. Try again.`);
  }
  const isHold = (item: Item) => keyOf(item).sk === "HOLD";
  await copyMissing(
    chosen,
    before.filter((item) => !isHold(item)),
  );
  for (const key of relatedKeys(earlier)) {
    const item = await getItem(client, from, key);
    if (item) await copyMissing(chosen, [item]);
  }
  await copyMissing(chosen, before.filter(isHold));
  print(`${orderId}: is back.`);
  for (const event of before.flatMap((item) => waitingEvent(item) ?? [])) print(describeWaiting(event));
  if (live && hasMovedPieces(earlier, live))
    print(
      `${orderId}: its pieces were sold or put back on sale since that time, which the earlier order does not know. Count its ` +
        "products, and do not put the pieces back on sale again.",
    );
  return true;
}

/** The ids of the uploads whose pictures a product shows. */
const uploadsOf = (product: Item): string[] => [
  ...new Set(
    (product["imageUrls"]?.L ?? []).flatMap(
      ({ S = "" }) => /^\/media\/products\/(upl_[0-9A-Z]{26})\./.exec(S)?.[1] ?? [],
    ),
  ),
];

/** Marks the picture of an upload as shown by a product, and stops its removal. */
async function keepPicture(chosen: Chosen, uploadId: string, productId: string): Promise<void> {
  const key = { pk: `UPLOAD#${uploadId}`, sk: "UPLOAD" };
  const [earlier, live] = await read(chosen, key);
  if (!live) return void (earlier && (await putMissing(chosen, earlier)));
  const isMain = earlier?.["mainOf"]?.SS?.includes(productId) ?? false;
  await chosen.client.send(
    new UpdateItemCommand({
      TableName: chosen.to,
      Key: { pk: { S: key.pk }, sk: { S: key.sk } },
      UpdateExpression:
        `SET #status = :ready ADD shownBy :product${isMain ? ", mainOf :product" : ""} ` +
        "REMOVE duePk, dueSk, #ttl",
      ExpressionAttributeNames: { "#status": "status", "#ttl": "ttl" },
      ExpressionAttributeValues: { ":ready": { S: "ready" }, ":product": { SS: [productId] } },
    }),
  );
}

/** Puts a stock item back into the catalog's index. Its counts stay: they are newer than the earlier ones. */
const listStock = ({ client, to: TableName }: Chosen, { pk, sk, listPk, listSk }: Item): Promise<boolean> =>
  holds(
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

/**
 * Brings a product back with its stock and its pictures' entries. Stock items that exist keep their counts.
 * `reconcile-checkouts` puts the product into the store's list within a minute. Returns whether the table has the product.
 */
export async function restoreProduct(
  chosen: Chosen,
  productId: string,
  restorePictures: RestorePictures,
): Promise<boolean> {
  const { client, from, print } = chosen;
  const pk = `PRODUCT#${productId}`;
  const [earlier, live] = await read(chosen, { pk, sk: "PRODUCT" });
  if (!earlier) return isNotBack(chosen, `${productId}: was not in the table at that time.`);
  if (earlier["deletedAt"])
    return isNotBack(chosen, `${productId}: was deleted before that time. Choose an earlier one.`);
  if (live && !live["deletedAt"] && !chosen.replace) {
    print(`${productId}: exists, and was not changed.`);
    return true;
  }
  const uploads = uploadsOf(earlier);
  await restorePictures(uploads);
  for (const uploadId of uploads) await keepPicture(chosen, uploadId, productId);
  const items = await partitionOf(client, from, pk);
  const stock = items.filter((item) => keyOf(item).sk.startsWith("STOCK#"));
  await copyMissing(chosen, stock);
  for (const item of stock.flatMap((each) => holdsIn(each, chosen.now))) await putMissing(chosen, item);
  for (const item of stock) if (item["listPk"]) await listStock(chosen, item);
  if (live) {
    const version = { N: String(nextVersion(live, earlier)) };
    // The stock changes of the earlier save are applied already.
    const product = { ...earlier, version, stockChanges: { L: [] } };
    if (!(await replaceItem(chosen, product, live)))
      return isNotBack(chosen, `${productId}: was changed by others at this moment. Try again.`);
  }
  await copyMissing(chosen, items);
  print(`${productId}: is back${uploads.length > 0 ? `, with ${uploads.length} uploaded pictures` : ""}.`);
  return true;
}

/** Brings back the items of any partition that the shop's table lacks. Returns whether the partition had items. */
export async function restorePartition(chosen: Chosen, pk: string): Promise<boolean> {
  const items = await partitionOf(chosen.client, chosen.from, pk);
  chosen.print(`${pk}: ${await copyMissing(chosen, items)} of ${items.length} items are back.`);
  return items.length > 0;
}
