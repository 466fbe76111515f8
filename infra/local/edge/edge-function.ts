import { isDeepStrictEqual } from "node:util";
import { createContext, Script } from "node:vm";
import * as z from "zod/mini";
import type { HttpRequest, HttpResponse } from "../gateway/message.ts";

const Values = z.record(
  z.string(),
  z.object({ value: z.string(), multiValue: z.optional(z.array(z.object({ value: z.string() }))) }),
);
type Values = z.infer<typeof Values>;
const Response = z.object({
  statusCode: z.int(),
  headers: z._default(Values, {}),
  body: z._default(z.string(), ""),
});
const Request = z.object({ uri: z.string(), querystring: Values, headers: Values, cookies: Values });
const Result = z.union([Response, Request]);

/** Runs a function at a viewer's request or response: returns the request for the origin, or the response. */
export type EdgeFunction = (
  request: HttpRequest,
  response?: HttpResponse,
) => Promise<{ request: HttpRequest } | { response: HttpResponse }>;

/** Longest time that the code of an edge function may take to load, in ms. */
const LOAD_TIMEOUT_MS = 5_000;

/** CloudFront's format: the first `value` of each name, and all in `multiValue` if there are several. */
function valuesOf(pairs: Iterable<[name: string, value: string]>): Values {
  const values: Values = {};
  for (const [name, value] of pairs) {
    const existing = Object.hasOwn(values, name) ? values[name] : undefined;
    if (!existing) values[name] = { value };
    else existing.multiValue = [...(existing.multiValue ?? [{ value: existing.value }]), { value }];
  }
  return values;
}

const cookiesOf = (header = ""): [string, string][] =>
  header
    .split(/;\s*/)
    .filter(Boolean)
    .map((cookie) => /^([^=]*)=?(.*)$/s.exec(cookie) ?? [])
    .map(([, name = "", value = ""]) => [name, value]);

const headersOf = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value]));

/**
 * Compile a CloudFront Function, without Node's globals. The function may answer a request or change its path and
 * headers, and may change the status of a response.
 */
export function compileEdgeFunction(code: string, name: string): EdgeFunction {
  const context = createContext({ console });
  const script = new Script(`${code}\n;handler`, { filename: name });
  const handler: unknown = script.runInContext(context, { timeout: LOAD_TIMEOUT_MS });
  if (typeof handler !== "function") throw new Error(`The edge function ${name} has no function handler.`);

  return async (request, response) => {
    const { cookie, ...otherHeaders } = request.headers;
    const event = {
      viewer: { ip: request.ip },
      request: {
        method: request.method,
        uri: request.path,
        querystring: valuesOf(new URLSearchParams(request.query)),
        headers: valuesOf(Object.entries(otherHeaders)),
        cookies: valuesOf(cookiesOf(cookie)),
      },
      ...(response && { response: { statusCode: response.status, headers: {} } }),
    };
    const { querystring, cookies } = structuredClone(event.request);
    // No time limit, because vm's timeout makes each call a hundred times slower.
    const result = Result.parse(await (handler as (event: unknown) => unknown)(event));
    if ("statusCode" in result) {
      const { statusCode: status, headers, body } = result;
      if (response) return { response: { ...response, status } };
      return { response: { status, headers: headersOf(headers), body: Buffer.from(body) } };
    }
    if (!isDeepStrictEqual([querystring, cookies], [result.querystring, result.cookies]))
      throw new Error(
        `The edge function ${name} changes query or cookies, which the local stack does not do.`,
      );
    const headers = { ...headersOf(result.headers), ...(cookie && { cookie }) };
    return { request: { ...request, path: result.uri, headers } };
  };
}
