// A consumer of order events as shared/events/README.md describes it: keeps the account of each order in a table of its own.
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { orderEventsFunction } from "../../lambdas/consumer/order-events.ts";
import { documentClient } from "../../lambdas/lib/dynamodb.ts";
import { readEnv, Text } from "../../lambdas/lib/env.ts";
import { accountOf, LEDGER_EVENTS } from "./account.ts";

const { LEDGER_TABLE_NAME: TableName } = readEnv(z.object({ LEDGER_TABLE_NAME: Text }));

export const handler = orderEventsFunction(LEDGER_EVENTS, async (orderId, events) => {
  await documentClient().send(new PutCommand({ TableName, Item: { pk: orderId, ...accountOf(events) } }));
});
