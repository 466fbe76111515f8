import { randomUUID } from "node:crypto";
import { createContext, Script } from "node:vm";
import * as z from "zod/mini";
import type { HttpRequest, HttpResponse } from "../gateway/message.ts";

const Value = z.object({
  value: z.string(),
  multiValue: z.optional(z.array(z.object({ value: z.string() }))),
});
const Values = z.record(z.string(), Value);
const Result = z.union([
  z.object({
    statusCode: z.int(),
    statusDescription: z.optional(z.string()),
    headers: z._default(Values, {}),
    body: z.optional(
      z.union([z.string(), z.object({ data: z.string(), encoding: z._default(z.string(), "text") })]),
    ),
  }),
  z.object({
    method: z.string(),
    uri: z.string(),
    querystring: z._default(Values, {}),
    headers: Values,
    cookies: z._default(Values, {}),
  }),
]);
type Values = z.infer<typeof Values>;

/** Run a viewer-request function: gives the request to go on with, or the response that ends it. */
export type EdgeFunction = (
  request: HttpRequest,
) => Promise<{ request: HttpRequest } | { response: HttpResponse }>;

/** Longest time that the code of an edge function may take to load, in ms. */
const LOAD_MS = 5_000;

function queryValues(query: string): Values {
  const found: Values = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const earlier = found[name];
    if (!earlier) found[name] = { value };
    else earlier.multiValue = [...(earlier.multiValue ?? [{ value: earlier.value }]), { value }];
  }
  return found;
}

const encoded = (values: Values): string =>
  Object.entries(values)
    .flatMap(([name, { value, multiValue }]) => (multiValue ?? [{ value }]).map((one) => [name, one.value]))
    .map((pair) => pair.map((part) => encodeURIComponent(part ?? "")).join("="))
    .join("&");

const cookieValues = (header = ""): Values =>
  Object.fromEntries(
    header
      .split(/;\s*/)
      .filter(Boolean)
      .map((cookie) => {
        const [name = "", ...value] = cookie.split("=");
        return [name, { value: value.join("=") }];
      }),
  );

/**
 * Make a CloudFront Function of its code, in a context of its own without Node's globals
 * (docs.aws.amazon.com, "CloudFront Functions event structure").
 */
export function compileEdgeFunction(code: string, name: string): EdgeFunction {
  const script = new Script(`${code}\n;handler`, { filename: name });
  const context = createContext({ console });
  const handler: unknown = script.runInContext(context, { timeout: LOAD_MS });
  if (typeof handler !== "function") throw new Error(`The edge function ${name} has no function handler.`);

  return async (request) => {
    const { cookie, ...others } = request.headers;
    const querystring = queryValues(request.query);
    const cookies = cookieValues(cookie);
    const event = {
      version: "1.0",
      context: { distributionId: "local", eventType: "viewer-request", requestId: randomUUID() },
      viewer: { ip: request.ip },
      request: {
        method: request.method,
        uri: request.path,
        querystring,
        headers: Object.fromEntries(Object.entries(others).map(([key, value]) => [key, { value }])),
        cookies,
      },
    };
    const before = { query: encoded(querystring), cookie: encoded(cookies) };
    // Without a time-out: watching each call costs a hundred times what the call does.
    const result = Result.parse(await (handler as (event: unknown) => unknown)(event));
    if ("statusCode" in result) return { response: responseOf(result) };

    const headers = Object.fromEntries(
      Object.entries(result.headers).map(([key, { value }]) => [key, value]),
    );
    const query = encoded(result.querystring);
    const changedCookies = encoded(result.cookies);
    const crumbs = Object.entries(result.cookies).map(([key, { value }]) => `${key}=${value}`);
    const newCookie = changedCookies === before.cookie ? cookie : crumbs.join("; ");
    return {
      request: {
        ...request,
        path: result.uri,
        query: query === before.query ? request.query : query,
        headers: { ...headers, ...(newCookie && { cookie: newCookie }) },
      },
    };
  };
}

function responseOf(result: Extract<z.infer<typeof Result>, { statusCode: number }>): HttpResponse {
  const body = typeof result.body === "object" ? result.body : { data: result.body ?? "", encoding: "text" };
  return {
    status: result.statusCode,
    headers: Object.fromEntries(Object.entries(result.headers).map(([key, { value }]) => [key, value])),
    body: Buffer.from(body.data, body.encoding === "base64" ? "base64" : "utf8"),
  };
}
