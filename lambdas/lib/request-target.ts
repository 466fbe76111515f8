import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import type { Target } from "./target.ts";

type Message = {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
};

/**
 * Sends one request to a checked target, and resolves with the head of its answer. Connects only to the addresses that were
 * checked, because the host could resolve to other addresses later. Follows no redirect.
 */
export function requestTarget(
  { url, addresses }: Target,
  { method, headers, body, signal }: Message,
): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else if (first) done(null, first.address, first.family);
  };
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
      },
      lookup,
      signal,
      // A new connection, because an open connection could lead to another address.
      agent: false,
    })
      .on("response", resolve)
      // Without this listener, an answer of 101 ends neither the request nor the wait for it.
      .on("upgrade", (response) => resolve(response.destroy()))
      .on("error", reject)
      .end(body);
  });
}
