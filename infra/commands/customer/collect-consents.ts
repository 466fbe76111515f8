import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { documentClient, tableName } from "../../../lambdas/lib/dynamodb.ts";
import { recordSubscriber } from "../../../lambdas/orders/record-subscriber.ts";
import { getOrder } from "../../../lambdas/orders/order-table.ts";

/**
 * Adds the customers of all paid orders with a consent to the newsletter to the list of people who agreed, which is younger than the
 * consents. Idempotent. Reads the whole table, because no index has the consents. Returns the number of these orders.
 */
export async function collectConsents(): Promise<number> {
  const pages = paginateScan(
    { client: documentClient() },
    {
      TableName: tableName(),
      FilterExpression: "sk = :order AND (marketingConsent = :yes OR consentWaits = :yes)",
      ExpressionAttributeValues: { ":order": "ORDER", ":yes": true },
      ProjectionExpression: "pk",
    },
  );
  let count = 0;
  for await (const { Items = [] } of pages)
    for (const { pk } of Items) {
      const order = await getOrder(String(pk).replace("ORDER#", ""));
      if (!order) continue;
      await recordSubscriber(order);
      count += 1;
    }
  return count;
}
