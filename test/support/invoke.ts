import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
  ScheduledEvent,
  SQSBatchResponse,
  SQSEvent,
} from "aws-lambda";
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { Endpoint, Output } from "../../shared/endpoint.ts";
import { fillPath } from "../../shared/endpoint.ts";
import { ErrorBody } from "../../shared/errors.ts";
import { SECRETS } from "./aws.ts";

export type HttpHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;
export type QueueHandler = (batch: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

export type Ask = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  raw?: string;
  headers?: Record<string, string | undefined>;
  /** What the browser keeps for this site: `name=value`. */
  cookies?: string[];
  /** The visitor's address as the edge saw it. */
  from?: string;
  /** What the JWT authorizer found; null: it found nobody. */
  claims?: Record<string, unknown> | null;
  /** Another route than the endpoint's. */
  routeKey?: string;
};
export type Answer<E extends Endpoint = Endpoint> = {
  status: number;
  headers: Record<string, string | undefined>;
  body: string;
  /** What the browser is told to keep: whole Set-Cookie values. */
  cookies: string[];
  /** What a success says, checked against the contract. Throws when it was none. */
  readonly data: Output<E>;
  /** What a failure says, in the wire's shape. Throws when it was none. */
  readonly error: ErrorBody["error"];
};

/** The claims of an access token of somebody in the group `admin`, as the gateway hands them on, but for the time of sign-in. */
export const ADMIN = { token_use: "access", username: "ada", "cognito:groups": "[admin]", client_id: "web" };

export const CONTEXT = { getRemainingTimeInMillis: () => 30_000, awsRequestId: "test" } as Context;

/** Calls a function's real handler as API Gateway does (payload 2.0), the edge's headers included. */
export async function call<const E extends Endpoint>(
  handler: HttpHandler,
  endpoint: E,
  ask: Ask = {},
): Promise<Answer<E>> {
  const { method } = endpoint;
  const path = fillPath(endpoint.path, ask.params ?? {});
  const asAdmin = ask.claims === undefined && endpoint.access === "admin";
  const claims = asAdmin ? { ...ADMIN, auth_time: String(Math.floor(Date.now() / 1000)) } : ask.claims;
  const headers: Record<string, string | undefined> = {
    "x-origin-secret": SECRETS.origin,
    "x-viewer-ip": ask.from ?? "198.51.100.7",
    "content-type": "application/json",
    ...(endpoint.access === "admin" ? { authorization: "Bearer token" } : {}),
    ...ask.headers,
  };
  const text = ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
  const requestContext = {
    requestId: randomUUID(),
    http: {
      method: ask.routeKey?.startsWith("HEAD ") ? "HEAD" : method,
      path,
      protocol: "HTTP/1.1",
      sourceIp: "203.0.113.1",
      userAgent: "test",
    },
    ...(claims ? { authorizer: { jwt: { claims, scopes: null } } } : {}),
  };
  const event = {
    version: "2.0",
    routeKey: ask.routeKey ?? `${method} ${endpoint.path}`,
    rawPath: path,
    rawQueryString: new URLSearchParams(ask.query ?? {}).toString(),
    headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
    ...(ask.cookies ? { cookies: ask.cookies } : {}),
    ...(ask.query ? { queryStringParameters: ask.query } : {}),
    ...(ask.params ? { pathParameters: ask.params } : {}),
    requestContext,
    ...(text === undefined ? {} : { body: text }),
    isBase64Encoded: false,
  } as APIGatewayProxyEventV2;
  const result = (await handler(event, CONTEXT)) as APIGatewayProxyStructuredResultV2;
  const body = result.body ?? "";
  const status = result.statusCode ?? 200;
  return {
    status,
    headers: (result.headers ?? {}) as Record<string, string>,
    body,
    cookies: result.cookies ?? [],
    get data() {
      if (status >= 300) throw new Error(`${status}: ${body}`);
      return (endpoint.output ? z.parse(endpoint.output, JSON.parse(body)) : undefined) as Output<E>;
    },
    get error() {
      if (status < 400) throw new Error(`No error: ${status}`);
      return z.parse(ErrorBody, JSON.parse(body)).error;
    },
  };
}

/** Runs a function as its schedule does. */
export const runScheduled = (
  handler: (event: ScheduledEvent, context: Context) => Promise<void>,
): Promise<void> => handler({} as ScheduledEvent, CONTEXT);

/** The queue that events come from in tests. */
export const QUEUE_ARN = "arn:aws:sqs:us-east-1:000000000000:tests";

/** Hands events to a function as its queue does, for the `receives`th time; answers which of them (by index) go back. */
export async function deliver(
  handler: QueueHandler,
  events: readonly { source: string; detailType: string; detail: unknown }[],
  receives = 1,
): Promise<number[]> {
  const Records = events.map(({ source, detailType, detail }, i) => ({
    messageId: `message-${i}`,
    body: JSON.stringify({
      version: "0",
      id: randomUUID(),
      source,
      "detail-type": detailType,
      time: new Date().toISOString(),
      detail,
    }),
    receiptHandle: `receipt-${i}`,
    eventSourceARN: QUEUE_ARN,
    attributes: { ApproximateReceiveCount: String(receives) },
  }));
  const { batchItemFailures } = await handler({ Records } as SQSEvent, CONTEXT);
  return batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier.replace("message-", "")));
}
