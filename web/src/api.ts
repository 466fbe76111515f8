import type { Body, BodyInput, Endpoint, Output, Params, Query } from "../../shared/endpoint.ts";
import { fillPath } from "../../shared/endpoint.ts";
import { messages } from "../../shared/messages.ts";
import * as z from "zod/mini";
import { ApiError, toApiError } from "./api-error.ts";

/** How long a call may take, in ms. */
export const CALL_TIMEOUT = 70_000;

type Common = { signal?: AbortSignal | undefined; timeoutMs?: number; cache?: RequestCache };
type ParamsOption<E extends Endpoint> = keyof Params<E> extends never
  ? { params?: never }
  : { params: Params<E> };
type BodyOption<E extends Endpoint> = Body<E> extends undefined ? { body?: never } : { body: BodyInput<E> };
type QueryOption<E extends Endpoint> = Query<E> extends undefined ? { query?: never } : { query?: Query<E> };

/** What a call of `E` needs: its path's values, its query, its body. */
export type CallOptions<E extends Endpoint> = Common & ParamsOption<E> & BodyOption<E> & QueryOption<E>;
export type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

type Loose = Common & { params?: Record<string, string>; query?: object; body?: unknown };

/** The address of a call: the path with its values, and the query without what is undefined. */
export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Loose): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return fillPath(endpoint.path, params) + (search && `?${search}`);
}

/** The answer as its schema says; an answer of another shape is an error of the server's. */
export function parseOutput<E extends Endpoint>(endpoint: E, body: unknown): Output<E> {
  const schema: z.core.$ZodType = endpoint.output ?? z.undefined();
  const parsed = z.safeParse(schema, body);
  if (!parsed.success) throw new ApiError(500, messages.internal, { cause: parsed.error });
  // The schema is this endpoint's own: its output is what `Output<E>` is inferred from.
  return parsed.data as Output<E>;
}

/**
 * One request, never repeated. Answers any success as it came; throws `ApiError` for everything else: code
 * 'deadline-exceeded' after `timeoutMs`, 'unavailable' without an answer, else the answer's own. An abort by the
 * caller's `signal` is thrown as it is.
 */
export async function request(endpoint: Endpoint, options: Loose = {}): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? CALL_TIMEOUT);
  const hasBody = options.body !== undefined;
  const response = await fetch(addressOf(endpoint, options), {
    method: endpoint.method,
    headers: { accept: "application/json", ...(hasBody ? { "content-type": "application/json" } : {}) },
    ...(hasBody ? { body: JSON.stringify(options.body) } : {}),
    ...(options.cache ? { cache: options.cache } : {}),
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
  }).catch((cause: unknown) => {
    options.signal?.throwIfAborted();
    if (timeout.aborted) throw new ApiError(504, messages.unavailable, { cause });
    throw new ApiError(0, messages.unavailable, { code: "unavailable", cause });
  });
  if (!response.ok) throw toApiError(response.status, await response.json().catch(() => undefined));
  return response;
}

/** Calls an endpoint and answers its parsed output (undefined for one without). Errors as `request`. */
export async function call<const E extends Endpoint>(
  endpoint: E,
  ...[options]: CallArguments<E>
): Promise<Output<E>> {
  // The options of one endpoint, seen as those of any.
  const response = await request(endpoint, options as Loose | undefined);
  const body: unknown = endpoint.output
    ? await response.json().catch((cause: unknown) => {
        options?.signal?.throwIfAborted();
        throw new ApiError(500, messages.internal, { cause });
      })
    : undefined;
  return parseOutput(endpoint, body);
}
