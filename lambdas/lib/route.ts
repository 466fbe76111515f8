import * as z from "zod/mini";
import { fieldErrors } from "../../shared/errors.ts";
import type { Body, Endpoint, Output, Params, Query } from "../../shared/endpoint.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { AppError, invalid, notFound } from "./errors.ts";
import type { HttpEvent, HttpResult } from "./http.ts";
import type { SignedInUser } from "./admin-token.ts";
import { signedInUserOf } from "./admin-token.ts";

/**
 * A parsed request. `admin` is the name of the signed-in user (an admin or door staff) from `check`, or the user's id
 * without a check; '' on routes without a sign-in.
 */
export type Request<E extends Endpoint> = {
  params: Params<E>;
  query: Query<E>;
  body: Body<E>;
  headers: Record<string, string | undefined>;
  /** The visitor's IP address. */
  ipAddress: string;
  admin: string;
  /** Time of the user's password sign-in, in ms; 0 on routes without a sign-in, or if the token does not say it. */
  signedInAt: number;
  now: Date;
  /** The request as the gateway sent it, with the raw body. */
  event: HttpEvent;
};

/** The endpoint's output, a text with the Content-Type `type`, or 304. */
export type Reply<E extends Endpoint> =
  | { output: Output<E>; headers?: Record<string, string> }
  | { text: string; type: string; status: number; headers?: Record<string, string> }
  | { notModified: true; headers: Record<string, string> };
export type Route = { key: string; run: (event: HttpEvent) => Promise<HttpResult> };

/**
 * Checks the session of a signed-in user, and returns the user's name. Throws 401 if the session has ended, 403 without the
 * group that the route requires, or 503 if the session cannot be checked.
 */
export type AdminCheck = (user: SignedInUser, event: HttpEvent, now: Date) => Promise<string>;

/** In characters. */
const MAX_BODY_LENGTH = 256 * 1024;
/** In characters. Every id is shorter, and DynamoDB refuses sort keys above 1 KiB. */
const MAX_PARAM_LENGTH = 300;

/** The key under which API Gateway reports an endpoint: `POST /api/products/{id}`. */
export const routeKey = ({ method, path }: Endpoint): string => `${method} ${path}`;

export const route = <const E extends Endpoint>(
  endpoint: E,
  handle: (request: Request<E>) => Promise<Reply<E>>,
  check?: AdminCheck,
): Route => ({
  key: routeKey(endpoint),
  run: async (event) => {
    const now = new Date();
    const { access } = endpoint;
    const signedInUser = access === "admin" || access === "door" ? signedInUserOf(event, access) : undefined;
    const admin = signedInUser && check ? await check(signedInUser, event, now) : (signedInUser?.id ?? "");
    const reply = await handle({
      params: pathParams(event) as Params<E>,
      query: parseOrThrow(endpoint.query, event.queryStringParameters ?? {}) as Query<E>,
      body: (endpoint.body
        ? parseOrThrow(endpoint.body, parseBody(event, endpoint.body))
        : undefined) as Body<E>,
      headers: event.headers,
      ipAddress: event.headers["x-viewer-ip"] ?? event.requestContext.http.sourceIp,
      admin,
      signedInAt: signedInUser?.signedInAt ?? 0,
      now,
      event,
    });
    const headers = { "cache-control": "no-store", ...reply.headers };
    if ("notModified" in reply) return { statusCode: 304, headers };
    if ("text" in reply) {
      return {
        statusCode: reply.status,
        headers: { "content-type": reply.type, ...headers },
        body: reply.text,
      };
    }
    if (!endpoint.output) return { statusCode: endpoint.status, headers };
    return {
      statusCode: endpoint.status,
      headers: { "content-type": "application/json; charset=utf-8", ...headers },
      body: JSON.stringify(z.parse(endpoint.output, reply.output)),
    };
  },
});

function pathParams(event: HttpEvent): Record<string, string | undefined> {
  const values = event.pathParameters ?? {};
  if (Object.values(values).some((value) => value === undefined || value.length > MAX_PARAM_LENGTH))
    throw notFound();
  return values;
}

/** The body as text, before it is parsed as JSON. Throws 400 when the body is too long. */
export function rawBody(event: HttpEvent): string {
  const text = event.isBase64Encoded
    ? Buffer.from(event.body ?? "", "base64").toString("utf8")
    : (event.body ?? "");
  if (text.length > MAX_BODY_LENGTH) throw new AppError(400, apiMessages.bodyTooLarge);
  return text;
}

const parseBody = (event: HttpEvent, schema: z.core.$ZodType): unknown =>
  schema instanceof z.ZodMiniOptional && rawBody(event) === "" ? undefined : parseJsonBody(event);

function parseJsonBody(event: HttpEvent): unknown {
  try {
    return JSON.parse(rawBody(event)) as unknown;
  } catch (error) {
    throw error instanceof AppError ? error : new AppError(400, apiMessages.malformedJson);
  }
}

function parseOrThrow(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const fields = fieldErrors(result.error);
  // An empty cart is not a mistake in a field of the form, so the message itself says that the cart is empty.
  const errorTexts = Object.values(fields);
  throw invalid(
    fields,
    errorTexts.includes(apiMessages.cartEmpty) ? apiMessages.cartEmpty : apiMessages.invalid,
  );
}
