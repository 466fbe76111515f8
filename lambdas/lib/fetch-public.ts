import { createGunzip } from "node:zlib";
import { pipeline } from "node:stream";
import type { IncomingMessage } from "node:http";
import { rejectAfter } from "./reject-after.ts";
import { sendToTarget } from "./send-to-target.ts";
import { RefusedTarget, resolveTarget, type TargetRules } from "./target.ts";

/**
 * A file of another server could not be fetched. The message is a sentence. If the file is the podcast's feed, the back office
 * shows the message to admins.
 */
export class FetchError extends Error {
  override readonly name = "FetchError";
}

type Options = TargetRules & {
  /** The most bytes of the body, after decompression. */
  maxBytes: number;
  /** Limit for the whole fetch with its redirects, in ms. */
  timeoutMs: number;
  headers?: Record<string, string>;
};
type FetchedFile = {
  /** 200, or 304 if the `headers` had a condition. */
  status: 200 | 304;
  headers: IncomingMessage["headers"];
  body: Buffer;
  /** The URL after all redirects. */
  url: string;
};

const MAX_REDIRECTS = 5;
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];

/**
 * Gets a file from a server on the public internet. Each redirect's target is checked like the first URL: HTTPS only, and no
 * IP address of a private network. Throws FetchError.
 */
export async function fetchPublic(firstUrl: string, options: Options): Promise<FetchedFile> {
  const timeoutSignal = AbortSignal.timeout(options.timeoutMs);
  try {
    // The signal ends each step but one: on the local stack, `resolveTarget` uses `dns.lookup`. `rejectAfter` ends that step half
    // a second later.
    return await Promise.race([
      fetchWithRedirects(firstUrl, options, timeoutSignal),
      rejectAfter(options.timeoutMs + 500),
    ]);
  } catch (error) {
    throw new FetchError(reasonOf(error, timeoutSignal, options.timeoutMs), { cause: error });
  }
}

async function fetchWithRedirects(
  firstUrl: string,
  options: Options,
  signal: AbortSignal,
): Promise<FetchedFile> {
  let url = firstUrl;
  for (let redirectCount = 0; redirectCount <= MAX_REDIRECTS; redirectCount++) {
    const target = await resolveTarget(url, options, signal);
    const headers = { "accept-encoding": "gzip", "user-agent": "podcast-shop", ...options.headers };
    const response = await sendToTarget(target, { method: "GET", headers, signal });
    const { statusCode: status = 0, headers: responseHeaders } = response;
    const { location } = responseHeaders;
    if (REDIRECT_STATUSES.includes(status) && location !== undefined) {
      response.destroy();
      url = new URL(location, url).href;
      continue;
    }
    if (status === 200 || (status === 304 && options.headers))
      return { status, headers: responseHeaders, body: await readBody(response, options.maxBytes), url };
    response.destroy();
    throw new FetchError(`The server answered with the status ${status}`);
  }
  throw new FetchError(`The server redirects more than ${MAX_REDIRECTS} times`);
}

/**
 * The whole body, decompressed. Stops reading when the body is too long, because even a small compressed file can fill
 * the memory.
 */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const isGzipped = response.headers["content-encoding"]?.toLowerCase() === "gzip";
  // `pipeline` passes an error on to the stream that it returns, so the loop below throws it.
  const stream = isGzipped ? pipeline(response, createGunzip(), () => undefined) : response;
  const chunks: Buffer[] = [];
  let byteCount = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    byteCount += chunk.length;
    if (byteCount > maxBytes) {
      response.destroy();
      throw new FetchError(`The file is larger than ${Math.floor(maxBytes / 1000)} kB`);
    }
    chunks.push(chunk);
  }
  if (!response.complete) throw new FetchError("The server closed the connection before the end");
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown, timeoutSignal: AbortSignal, timeoutMs: number): string {
  if (error instanceof FetchError || error instanceof RefusedTarget) return error.message;
  if (timeoutSignal.aborted) return `No complete answer within ${timeoutMs / 1000} seconds`;
  const { code, name } = error as Error & { code?: string };
  return `The server cannot be reached (${code ?? name})`;
}
