import type { IncomingMessage, ServerResponse } from "node:http";

/** The request was larger than the emulator takes. */
export class BodyTooLarge extends Error {}

/** The whole body; throws {@link BodyTooLarge} above `limit` bytes (default 10 MB). */
export async function readBody(req: IncomingMessage, limit = 10_000_000): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new BodyTooLarge(`The body is larger than ${limit} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Path and query of a request; a target that is no path (`*`, `//host`) becomes `/`. */
export function urlOf(req: IncomingMessage): URL {
  const target = req.url ?? "/";
  return URL.canParse(`http://localhost${target}`)
    ? new URL(`http://localhost${target}`)
    : new URL("http://localhost/");
}

/** A header's one value; repeated headers are joined as HTTP joins them. */
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
  send(res, status, JSON.stringify(body), {
    "content-type": "application/json",
    "cache-control": "no-store",
    ...headers,
  });
}

/**
 * True unless a browser says that another site's page sent this request, by `Sec-Fetch-Site` or by an
 * `Origin` whose host is not the one asked. Programs send neither and pass.
 */
export function isSameOrigin(req: IncomingMessage): boolean {
  const site = header(req, "sec-fetch-site");
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const origin = header(req, "origin");
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === header(req, "host");
}
