import type { IncomingMessage, ServerResponse } from "node:http";
import { MAX_BODY } from "../gateway/http-api.ts";
import { messageResponse, type HttpRequest, type HttpResponse } from "../gateway/message.ts";

/** Headers that concern one connection only (RFC 9110, 7.6.1). */
const CONNECTION_ONLY = /^(connection|keep-alive|transfer-encoding|upgrade|te|content-length)$/;

/** The whole body, or undefined when it is larger than `limit` bytes; it is then read to its end and dropped. */
function bodyWithin(req: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    req.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else chunks = [];
      // A client that goes on far beyond the limit gets no answer.
      if (size > 10 * limit) req.destroy();
    });
    req.on("end", () => resolve(size <= limit ? Buffer.concat(chunks) : undefined));
    req.on("error", reject);
  });
}

/** Convert Node's request, or answer 413 if its body is larger than API Gateway accepts. */
export async function requestOf(
  req: IncomingMessage,
): Promise<{ request: HttpRequest } | { response: HttpResponse }> {
  const body = await bodyWithin(req, MAX_BODY);
  if (!body) return { response: messageResponse(413, "Request Entity Too Large") };
  const [path = "/", ...query] = (req.url ?? "/").split("?");
  const headers = Object.entries(req.headers)
    .filter(([name, value]) => value !== undefined && !CONNECTION_ONLY.test(name))
    .map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(name === "cookie" ? "; " : ",") : value,
    ]);
  return {
    request: {
      method: req.method ?? "GET",
      path: path.startsWith("/") ? path : "/",
      query: query.join("?"),
      headers: Object.fromEntries(headers) as Record<string, string>,
      body,
      ip: (req.socket.remoteAddress ?? "").replace(/^::ffff:/, ""),
    },
  };
}

/** Send an answer; to a HEAD request without its body. */
export function writeResponse(req: IncomingMessage, res: ServerResponse, response: HttpResponse): void {
  const { status, headers, body } = response;
  const length = status === 304 || status === 204 ? {} : { "content-length": body.length };
  res.writeHead(status, { ...headers, ...length });
  res.end(req.method === "HEAD" ? undefined : body);
}
