import type { Body, BodyInput, Endpoint, Output, Params, Query } from "../../shared/endpoint.ts";
import { fillPath } from "../../shared/endpoint.ts";
import { messages } from "../../shared/messages.ts";
import * as z from "zod/mini";
import { ApiError, toApiError } from "./api-error.ts";
import { noteServerTime } from "./server-time.ts";

/** The timeout of a call without `timeoutMs`. */
export const CALL_TIMEOUT_MS = 70_000;

type CommonOptions = { signal?: AbortSignal | undefined; timeoutMs?: number; cache?: RequestCache };
type ParamsOption<E extends Endpoint> = keyof Params<E> extends never
  ? { params?: never }
  : { params: Params<E> };
type BodyOption<E extends Endpoint> = Body<E> extends undefined ? { body?: never } : { body: BodyInput<E> };
type QueryOption<E extends Endpoint> = Query<E> extends undefined ? { query?: never } : { query?: Query<E> };

/** The path parameters, query and body that a call of `E` needs. */
type CallOptions<E extends Endpoint> = CommonOptions & ParamsOption<E> & BodyOption<E> & QueryOption<E>;
/** The arguments of a call after its endpoint: the options, which may be missing if the endpoint needs none. */
export type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

type AnyOptions = CommonOptions & { params?: Record<string, string>; query?: object; body?: unknown };

/** The URL of a call. Query parameters that are undefined are left out. */
export function urlOf(endpoint: Endpoint, { params = {}, query = {} }: AnyOptions): string {
  const definedEntries = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(definedEntries.map(([name, value]) => [name, String(value)])).toString();
  return fillPath(endpoint.path, params) + (search && `?${search}`);
}

/** Parses the response's body by the endpoint's schema. Throws `ApiError` 500 if the body does not match. */
export function parseOutput<E extends Endpoint>(endpoint: E, body: unknown): Output<E> {
  const schema: z.core.$ZodType = endpoint.output ?? z.undefined();
  const parsed = z.safeParse(schema, body);
  if (!parsed.success) throw new ApiError(500, messages.internal, { cause: parsed.error });
  // `Output<E>` is inferred from this schema.
  return parsed.data as Output<E>;
}

/**
 * Sends one request, without retries, and returns a successful response unparsed. Notes the server's time. If the request
 * fails, throws an `ApiError` with the code 'deadline-exceeded' after `timeoutMs`, 'unavailable' without a response, or the
 * code of the error response. If the caller's `signal` aborts, throws the signal's reason.
 */
export async function request(endpoint: Endpoint, options: AnyOptions = {}): Promise<Response> {
  const timeoutSignal = AbortSignal.timeout(options.timeoutMs ?? CALL_TIMEOUT_MS);
  const hasBody = options.body !== undefined;
  const response = await fetch(urlOf(endpoint, options), {
    method: endpoint.method,
    headers: { accept: "application/json", ...(hasBody ? { "content-type": "application/json" } : {}) },
    ...(hasBody ? { body: JSON.stringify(options.body) } : {}),
    ...(options.cache ? { cache: options.cache } : {}),
    signal: options.signal ? AbortSignal.any([options.signal, timeoutSignal]) : timeoutSignal,
  }).catch((cause: unknown) => {
    options.signal?.throwIfAborted();
    if (timeoutSignal.aborted) throw new ApiError(504, messages.unavailable, { cause });
    throw new ApiError(0, messages.noConnection, { code: "unavailable", cause });
  });
  noteServerTime(response.headers);
  if (!response.ok) throw toApiError(response.status, await response.json().catch(() => undefined));
  return response;
}

/** The error of a successful response whose body could not be read. */
function bodyError(cause: unknown): ApiError {
  if (cause instanceof SyntaxError) return new ApiError(500, messages.internal, { cause });
  if (cause instanceof Error && cause.name === "TimeoutError")
    return new ApiError(504, messages.unavailable, { cause });
  return new ApiError(0, messages.noConnection, { code: "unavailable", cause });
}

/**
 * Calls an endpoint and returns its parsed output; undefined for an endpoint without output. Throws like `request`, also if the
 * connection breaks in the body, and `ApiError` 500 if the body of a successful response is not JSON or does not match the
 * endpoint's schema.
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  ...[options]: CallArguments<E>
): Promise<Output<E>> {
  const response = await request(endpoint, options as AnyOptions | undefined);
  const body: unknown = endpoint.output
    ? await response.json().catch((cause: unknown) => {
        options?.signal?.throwIfAborted();
        throw bodyError(cause);
      })
    : undefined;
  return parseOutput(endpoint, body);
}
