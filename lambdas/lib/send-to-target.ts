import { request as requestHttp, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction, TcpSocketConnectOpts } from "node:net";
import type { Target } from "./target.ts";

type HttpRequest = {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
};

/**
 * The time to connect to one of several addresses, in ms. By default, Node.js 24 tries the next address after 250 ms. To
 * connect to another continent may take longer, and a Lambda function cannot reach IPv6 addresses, so no address would be left.
 * https://github.com/nodejs/node/issues/54359
 */
const CONNECTION_MS = 2_000;

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
  const options: RequestOptions & Pick<TcpSocketConnectOpts, "autoSelectFamilyAttemptTimeout"> = {
    method,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
    },
    lookup,
    autoSelectFamilyAttemptTimeout: CONNECTION_MS,
    signal,
    // Without an agent, the connection is new: an open connection could lead to an IP address that was not checked.
    agent: false,
  };
  return new Promise((resolve, reject) => {
    request(url, options)
      .on("response", resolve)
      // Without this listener, the promise would never settle after a response with the status 101.
      .on("upgrade", (response) => resolve(response.destroy()))
      .on("error", reject)
      .end(body);
  });
}
