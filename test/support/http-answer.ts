import { request } from "node:http";
import type { Endpoint, Output, Params, Query, BodyInput } from "../../shared/endpoint.ts";
import { fillPath } from "../../shared/endpoint.ts";
import { ErrorBody } from "../../shared/errors.ts";
import * as z from "zod/mini";

/** Longest wait for an answer, in ms: more than the gateway itself takes. */
const ANSWER_MS = 40_000;

export type Ask = {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  raw?: string | Buffer;
  /** The address that the request comes from, within 127.0.0.0/8. */
  from?: string;
};
export type Answer = { status: number; headers: Record<string, string | undefined>; text: string };

/** One request over HTTP, with the path as it is given: nothing is normalised. */
export function send(url: string, path: string, ask: Ask = {}): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const payload = ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: hostname === "localhost" ? "127.0.0.1" : hostname,
        port,
        path,
        method: ask.method ?? (payload === undefined ? "GET" : "POST"),
        headers: {
          ...(payload === undefined
            ? {}
            : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
          ...ask.headers,
        },
        timeout: ANSWER_MS,
        ...(ask.from === undefined ? {} : { localAddress: ask.from, agent: false }),
      },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on("data", (chunk: Buffer) => void chunks.push(chunk));
        reply.on("error", reject);
        reply.on("end", () =>
          resolve({
            status: reply.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(reply.headers).map(([name, value]) => [name, [value].flat().join(", ")]),
            ),
            text: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    call.on("timeout", () => call.destroy(new Error(`No answer within ${ANSWER_MS / 1000} s`)));
    call.on("error", reject);
    call.end(payload);
  });
}

export type EndpointAsk<E extends Endpoint> = Omit<Ask, "method" | "body"> & {
  params?: Params<E>;
  query?: Query<E>;
  body?: BodyInput<E>;
  /** A Cognito access token. */
  token?: string;
};
export type EndpointAnswer<E extends Endpoint> = Answer & {
  /** What a success says, checked against the contract. Throws when it was none. */
  readonly data: Output<E>;
  /** What a failure says, in the wire's shape. Throws when it was none. */
  readonly error: ErrorBody["error"];
};

/** Calls an endpoint of the wire's contract. */
export async function callOver<E extends Endpoint>(
  url: string,
  endpoint: E,
  { params, query, token, ...ask }: EndpointAsk<E> = {},
): Promise<EndpointAnswer<E>> {
  const search = new URLSearchParams(query ?? {}).toString();
  const path = fillPath(endpoint.path, params ?? {});
  const answer = await send(url, search ? `${path}?${search}` : path, {
    ...ask,
    method: endpoint.method,
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...ask.headers },
  });
  const { status, text } = answer;
  return {
    ...answer,
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
