import { DeleteCommand, paginateQuery, paginateScan } from "@aws-sdk/lib-dynamodb";
import { documentClient, tableName } from "../../../lambdas/lib/dynamodb.ts";

export type StoredItem = Record<string, unknown>;

/** Parts of the table that are read at the same time. */
const SEGMENTS = 8;

/** Whether two addresses are of the same customer: the shop ignores case, as in its list of undeliverable addresses. */
const isSameAddress = (a: unknown, b: string): boolean =>
  typeof a === "string" && a.trim().toLowerCase() === b.trim().toLowerCase();

const emailIn = ({ billingInfo }: StoredItem): unknown =>
  typeof billingInfo === "object" && billingInfo !== null && "email" in billingInfo
    ? billingInfo.email
    : undefined;

/** The ids of the orders with this address, oldest first. Reads the whole table, because no index has addresses. */
export async function ordersOfCustomer(email: string): Promise<string[]> {
  const ids: string[] = [];
  await Promise.all(
    Array.from({ length: SEGMENTS }, async (_, Segment) => {
      const pages = paginateScan(
        { client: documentClient() },
        {
          TableName: tableName(),
          ...{ Segment, TotalSegments: SEGMENTS },
          FilterExpression: "sk = :order",
          ExpressionAttributeValues: { ":order": "ORDER" },
          ProjectionExpression: "pk, billingInfo.email",
        },
      );
      for await (const { Items = [] } of pages)
        for (const item of Items)
          if (isSameAddress(emailIn(item), email)) ids.push(String(item["pk"]).replace("ORDER#", ""));
    }),
  );
  return ids.sort();
}

/** All items of an order: the order, its hold, its events and the record of its mails. */
export async function itemsOfOrder(orderId: string): Promise<StoredItem[]> {
  const items: StoredItem[] = [];
  const pages = paginateQuery(
    { client: documentClient() },
    {
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `ORDER#${orderId}` },
      ConsistentRead: true,
    },
  );
  for await (const page of pages) items.push(...(page.Items ?? []));
  return items;
}

type Condition = Pick<
  DeleteCommand["input"],
  "ConditionExpression" | "ExpressionAttributeNames" | "ExpressionAttributeValues"
>;

/** Deletes one item. Throws ConditionalCheckFailedException if the condition does not hold. */
export const deleteItem = ({ pk, sk }: StoredItem, condition: Condition = {}): Promise<unknown> =>
  documentClient().send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk }, ...condition }));
