import type { IncomingMessage, ServerResponse } from "node:http";

const JSON_HEADERS = { "content-type": "application/json", "cache-control": "no-store" };

/** The body is larger than the emulator accepts. */
export class BodyTooLarge extends Error {}

/**
 * The whole body. Reads a body above `maxBytes` (default 10 MB) to its end, so that the client gets an answer,
 * and throws {@link BodyTooLarge}. Above ten times `maxBytes`, the connection is closed.
 */
export async function readBody(req: IncomingMessage, maxBytes = 10_000_000): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    // Leaving the loop closes the connection.
    if (size > 10 * maxBytes) break;
  }
  if (size > maxBytes) throw new BodyTooLarge(`The body is larger than ${maxBytes} bytes.`);
  return Buffer.concat(chunks);
}

/** Path and query of a request. The request target `*`, which is not a path, becomes `/`. */
export function urlOf(req: IncomingMessage): URL {
  return URL.parse(`http://localhost${req.url ?? "/"}`) ?? new URL("http://localhost/");
}

/** A header's value; repeated headers are joined by a comma, as RFC 9110, 5.3 says. */
export function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

export function send(
  res: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, { "content-length": String(Buffer.byteLength(body)), ...headers });
  res.end(body);
}

export function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  send(res, status, JSON.stringify(body), { ...JSON_HEADERS, ...headers });
}

/**
 * False if, by `Sec-Fetch-Site` or `Origin`, a page of another origin made the browser send this request.
 * Programs send neither header, so their requests count as same-origin.
 */
export function isSameOrigin(req: IncomingMessage): boolean {
  const site = header(req, "sec-fetch-site");
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const origin = header(req, "origin");
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === header(req, "host");
}
