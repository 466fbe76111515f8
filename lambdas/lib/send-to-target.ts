import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import type { Target } from "./target.ts";

type HttpRequest = {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
};

/**
 * Sends one HTTP request to a checked target. Resolves when the status and the headers have arrived; the caller reads
 * or destroys the body. Connects only to the IP addresses that were checked, because the host may resolve to
 * others by now. Does not follow redirects.
 */
export function sendToTarget(
  { url, addresses }: Target,
  { method, headers, body, signal }: HttpRequest,
): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_, options, done) => {
    const [firstAddress] = addresses;
    if (options.all) done(null, addresses);
    else if (firstAddress) done(null, firstAddress.address, firstAddress.family);
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
      // Without an agent, the connection is new: an open connection could lead to an IP address that was not checked.
      agent: false,
    })
      .on("response", resolve)
      // Without this listener, the promise would never settle after a response with the status 101.
      .on("upgrade", (response) => resolve(response.destroy()))
      .on("error", reject)
      .end(body);
  });
}
