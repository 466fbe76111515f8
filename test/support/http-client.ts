import { request } from "node:http";
import type { Endpoint, Output, Params, Query, BodyInput } from "../../shared/endpoint.ts";
import { fillPath } from "../../shared/endpoint.ts";
import { ErrorBody } from "../../shared/errors.ts";
import * as z from "zod/mini";

/** Longest wait for a response. It is longer than the timeout of the API gateway. */
const TIMEOUT_MS = 40_000;

export type RequestOptions = {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  raw?: string | Buffer;
  /** The IP address that the request comes from, within 127.0.0.0/8. */
  from?: string;
};
export type HttpResponse = { status: number; headers: Record<string, string | undefined>; text: string };

/** Sends one HTTP request; unlike `fetch`, it does not normalize the path. */
export function sendRequest(url: string, path: string, options: RequestOptions = {}): Promise<HttpResponse> {
  const { hostname, port } = new URL(url);
  const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      {
        host: hostname === "localhost" ? "127.0.0.1" : hostname,
        port,
        path,
        method: options.method ?? (payload === undefined ? "GET" : "POST"),
        headers: {
          ...(payload === undefined
            ? {}
            : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
          ...options.headers,
        },
        timeout: TIMEOUT_MS,
        ...(options.from === undefined ? {} : { localAddress: options.from, agent: false }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => void chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
            ),
            text: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    clientRequest.on("timeout", () =>
      clientRequest.destroy(new Error(`No response within ${TIMEOUT_MS / 1000} s`)),
    );
    clientRequest.on("error", reject);
    clientRequest.end(payload);
  });
}

export type EndpointRequest<E extends Endpoint> = Omit<RequestOptions, "method" | "body"> & {
  params?: Params<E>;
  query?: Query<E>;
  body?: BodyInput<E>;
  /** A Cognito access token. */
  token?: string;
};
export type EndpointResponse<E extends Endpoint> = HttpResponse & {
  /** The parsed body of a successful response. Throws on an error response. */
  readonly data: Output<E>;
  /** The error in an error response. Throws on a successful response. */
  readonly error: ErrorBody["error"];
};

/** Calls an endpoint of the API's contract. */
export async function callEndpoint<E extends Endpoint>(
  url: string,
  endpoint: E,
  { params, query, token, ...options }: EndpointRequest<E> = {},
): Promise<EndpointResponse<E>> {
  const search = new URLSearchParams(query ?? {}).toString();
  const path = fillPath(endpoint.path, params ?? {});
  const response = await sendRequest(url, search ? `${path}?${search}` : path, {
    ...options,
    method: endpoint.method,
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...options.headers },
  });
  const { status, text } = response;
  return {
    ...response,
    get data() {
      if (status !== endpoint.status) throw new Error(`${status}: ${text}`);
      return (endpoint.output ? z.parse(endpoint.output, JSON.parse(text)) : undefined) as Output<E>;
    },
    get error() {
      if (status < 400) throw new Error(`No error: ${status}`);
      return z.parse(ErrorBody, JSON.parse(text)).error;
    },
  };
}
