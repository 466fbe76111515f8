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
import { EVENT_SOURCE } from "../../shared/events.ts";
import { SECRETS } from "./secrets.ts";

export type HttpHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;
export type QueueHandler = (batch: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

export type CallOptions = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  raw?: string;
  headers?: Record<string, string | undefined>;
  /** Cookies, each as `name=value`. */
  cookies?: string[];
  /** The visitor's IP address, which the edge sends in a header. */
  from?: string;
  /** The claims from the JWT authorizer, or null for no claims. By default, the claims that the route needs. */
  claims?: Record<string, unknown> | null;
  /** Replaces the endpoint's own route. */
  routeKey?: string;
};
export type CallResult<E extends Endpoint = Endpoint> = {
  status: number;
  headers: Record<string, string | undefined>;
  body: string;
  /** The Set-Cookie values. */
  cookies: string[];
  /** The parsed body of a successful response. Throws on any other response. */
  readonly data: Output<E>;
  /** The error in an error response. Throws on any other response. */
  readonly error: ErrorBody["error"];
};

/** The claims of an admin's access token as API Gateway passes them to the function, without `auth_time`. */
export const ADMIN_CLAIMS = {
  token_use: "access",
  username: "ada",
  "cognito:groups": "[admin]",
  client_id: "web",
};
const DOOR_CLAIMS = { ...ADMIN_CLAIMS, "cognito:groups": "[door]" };
const CLAIMS_BY_ACCESS: Partial<Record<Endpoint["access"], Record<string, unknown>>> = {
  admin: ADMIN_CLAIMS,
  door: DOOR_CLAIMS,
};

export const CONTEXT = { getRemainingTimeInMillis: () => 30_000, awsRequestId: "test" } as Context;

/** Calls a handler as API Gateway does (payload 2.0), with the headers that the edge adds. */
export async function call<const E extends Endpoint>(
  handler: HttpHandler,
  endpoint: E,
  options: CallOptions = {},
): Promise<CallResult<E>> {
  const { method } = endpoint;
  const path = fillPath(endpoint.path, options.params ?? {});
  const routeClaims = CLAIMS_BY_ACCESS[endpoint.access];
  const claims =
    options.claims === undefined && routeClaims
      ? { ...routeClaims, auth_time: String(Math.floor(Date.now() / 1000)) }
      : options.claims;
  const headers: Record<string, string | undefined> = {
    "x-origin-secret": SECRETS.origin,
    "x-viewer-ip": options.from ?? "198.51.100.7",
    "content-type": "application/json",
    ...(routeClaims ? { authorization: "Bearer token" } : {}),
    ...options.headers,
  };
  const requestBody = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const requestContext = {
    requestId: randomUUID(),
    http: {
      method: options.routeKey?.startsWith("HEAD ") ? "HEAD" : method,
      path,
      protocol: "HTTP/1.1",
      sourceIp: "203.0.113.1",
      userAgent: "test",
    },
    ...(claims ? { authorizer: { jwt: { claims, scopes: null } } } : {}),
  };
  const event = {
    version: "2.0",
    routeKey: options.routeKey ?? `${method} ${endpoint.path}`,
    rawPath: path,
    rawQueryString: new URLSearchParams(options.query ?? {}).toString(),
    headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
    ...(options.cookies ? { cookies: options.cookies } : {}),
    ...(options.query ? { queryStringParameters: options.query } : {}),
    ...(options.params ? { pathParameters: options.params } : {}),
    requestContext,
    ...(requestBody === undefined ? {} : { body: requestBody }),
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

/** Runs a scheduled function once. Rejects if the function fails. */
export const runScheduled = (
  handler: (event: ScheduledEvent, context: Context) => Promise<void>,
): Promise<void> => handler({} as ScheduledEvent, CONTEXT);

/** A shop event as `deliver` takes it. */
export const toBusEvent = <E extends { type: string }>(event: E) => ({
  source: EVENT_SOURCE,
  detailType: event.type,
  detail: event,
});

/** The `name=value` of each Set-Cookie value, which a browser sends with its next request. */
export const cookiesToSend = (setCookies: readonly string[]): string[] =>
  setCookies.map((text) => text.split(";")[0] ?? "");

/** The queue that the events of `deliver` come from. */
const QUEUE_ARN = "arn:aws:sqs:us-east-1:000000000000:tests";

/** Delivers events to a handler as its queue does; returns the indexes of the failed events. */
export async function deliver(
  handler: QueueHandler,
  events: readonly { source: string; detailType: string; detail: unknown }[],
  receiveCount = 1,
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
    attributes: { ApproximateReceiveCount: String(receiveCount) },
  }));
  const { batchItemFailures } = await handler({ Records } as SQSEvent, CONTEXT);
  return batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier.replace("message-", "")));
}
