import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { documentClient, tableName } from "../../../lambdas/lib/dynamodb.ts";
import { recordSubscriber } from "../../../lambdas/orders/record-subscriber.ts";
import { getOrder } from "../../../lambdas/orders/order-table.ts";

/**
 * Adds all customers who agreed to the newsletter in a paid order to the list of subscribers. An operator runs it once after an
 * upgrade, because the first orders with a consent are older than that list. It is also run after a restore, which leaves out
 * the list. Customers who have not confirmed their consent yet (`consentWaits`) are added as waiting. Idempotent. Reads the
 * whole table, because no index has the consents. Returns the number of orders with a consent.
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
      // Does nothing for unpaid orders.
      await recordSubscriber(order);
      count += 1;
    }
  return count;
}
