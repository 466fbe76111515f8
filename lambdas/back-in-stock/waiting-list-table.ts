/**
 * Lists of the people who wait for a sold-out product or variant: how many, and whether their mails are being sent. The
 * requests themselves are in request-table.ts.
 * | item | pk | sk |
 * | list of a product or variant that had confirmed requests | WAITING | <product id>#<variant, or -> |
 * | attribute | meaning |
 * | until:<month> | the number of confirmed requests whose TTL is the end of <month>; past months do not count |
 * | mailing | while mails are being sent: the time of the StockBack event or, without an event, the time of the first mail |
 */
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { queryAll } from "../lib/query-all.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import { updateItem } from "../lib/update-item.ts";

/** A variant of a product. `variantId` is NO_VARIANT for a product without variants. */
export type VariantKey = { productId: string; variantId: string };

const LISTS = "WAITING";
const UNTIL = "until:";

export const variantKeyText = ({ productId, variantId }: VariantKey): string => `${productId}#${variantId}`;
const listKey = (variant: VariantKey) => ({ pk: LISTS, sk: variantKeyText(variant) });

/** The write that adds a request which ends in `month` to the count (1), or subtracts it again (-1). */
export const countWrite = (variant: VariantKey, month: string, change: 1 | -1): TransactionWrite<"list"> => ({
  name: "list",
  Update: {
    TableName: tableName(),
    Key: listKey(variant),
    UpdateExpression: "ADD #until :change",
    ExpressionAttributeNames: { "#until": UNTIL + month },
    ExpressionAttributeValues: { ":change": change },
  },
});

/**
 * A product or variant that had confirmed requests. `people`: how many people wait. `mailingTime`: the attribute
 * `mailing`; absent if no mails are being sent.
 */
export type WaitingList = VariantKey & { people: number; mailingTime?: string };

function toList(item: Record<string, unknown>, month: string): WaitingList {
  const [productId = "", ...variantIdParts] = String(item["sk"]).split("#");
  const people = Object.entries(item).reduce(
    (sum, [name, count]) =>
      name.startsWith(UNTIL) && name.slice(UNTIL.length) >= month ? sum + Number(count) : sum,
    0,
  );
  const mailing: unknown = item["mailing"];
  return {
    productId,
    variantId: variantIdParts.join("#"),
    people: Math.max(0, people),
    ...(typeof mailing === "string" ? { mailingTime: mailing } : {}),
  };
}

/** The lists of the product `productId`, or of all products if it is ''. */
export async function readWaitingLists(now: Date, productId = ""): Promise<WaitingList[]> {
  const month = now.toISOString().slice(0, 7);
  const items = await queryAll({
    KeyConditionExpression: productId ? "pk = :pk AND begins_with(sk, :prefix)" : "pk = :pk",
    ExpressionAttributeValues: { ":pk": LISTS, ...(productId ? { ":prefix": `${productId}#` } : {}) },
    ConsistentRead: true,
  });
  return items.map((item) => toList(item, month));
}

/** Records that mails are being sent, with `time` as `mailing`; false if there is no list. */
export const startMailing = async (variant: VariantKey, time: string): Promise<boolean> =>
  (
    await updateItem({
      Key: listKey(variant),
      UpdateExpression: "SET mailing = :time",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":time": time },
    })
  ).ok;

/** Records that no more mails are to be sent, unless a later StockBack event has replaced `time`. */
export async function stopMailing(variant: VariantKey, time: string): Promise<void> {
  await updateItem({
    Key: listKey(variant),
    UpdateExpression: "REMOVE mailing",
    ConditionExpression: "mailing = :time",
    ExpressionAttributeValues: { ":time": time },
  });
}

/** Deletes the list of a product or variant that nobody can wait for any more. */
export async function deleteList(variant: VariantKey): Promise<void> {
  await documentClient().send(new DeleteCommand({ TableName: tableName(), Key: listKey(variant) }));
}
