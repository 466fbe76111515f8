// The events that AWS sends to functions.
import { randomUUID } from "node:crypto";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { APIGatewayProxyEventV2, SQSBatchResponse, SQSEvent } from "aws-lambda";
import type { Endpoint } from "../../../../shared/endpoint.ts";
import { EVENT_SOURCE, type ShopEvent } from "../../../../shared/events.ts";
import { call, deliver, type CallOptions } from "../../../support/invoke.ts";

/** Makes the event for one run. */
export type MakeEvent = () => Promise<unknown>;

const randomAddress = () => `198.51.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;

/** The event that API Gateway would send, by default from a random IP address. */
export async function requestOf(
  endpoint: Endpoint,
  options: CallOptions = {},
): Promise<APIGatewayProxyEventV2> {
  const events: APIGatewayProxyEventV2[] = [];
  const keepEvent = (event: APIGatewayProxyEventV2) => {
    events.push(event);
    return Promise.resolve({ statusCode: 204 });
  };
  await call(keepEvent, endpoint, { from: randomAddress(), ...options });
  return events[0] ?? Promise.reject(new Error("No event"));
}

/** The event that a queue with one message would send. */
export async function messageOf(source: string, detailType: string, detail: unknown): Promise<SQSEvent> {
  const events: SQSEvent[] = [];
  const keepEvent = (event: SQSEvent): Promise<SQSBatchResponse> => {
    events.push(event);
    return Promise.resolve({ batchItemFailures: [] });
  };
  await deliver(keepEvent, [{ source, detailType, detail }]);
  return events[0] ?? Promise.reject(new Error("No event"));
}

/** The event that a queue of the shop's events would send. */
export const shopMessage = (event: ShopEvent): Promise<SQSEvent> =>
  messageOf(EVENT_SOURCE, event.type, event);

/** New values of the fields that all events of the shop have. */
export const commonFields = () => ({ id: randomUUID(), version: 1 as const, time: new Date().toISOString() });

/** The event that the table's stream would send for new items. */
export const streamOf = (items: readonly Record<string, unknown>[]) => ({
  Records: items.map((item, i) => ({
    dynamodb: { SequenceNumber: String(i), NewImage: marshall(item, { removeUndefinedValues: true }) },
  })),
});
