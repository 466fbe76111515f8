import type { IncomingMessage, ServerResponse } from "node:http";
import { MAX_BODY_BYTES } from "../gateway/http-api.ts";
import { messageResponse, type HttpRequest, type HttpResponse } from "../gateway/message.ts";

/** Headers that concern one connection only (RFC 9110, 7.6.1). */
const CONNECTION_ONLY = /^(connection|keep-alive|transfer-encoding|upgrade|te|content-length)$/;

/** The whole body. If the body is larger than `limit` bytes, it is read to the end and dropped: undefined. */
function readBodyWithin(req: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    req.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else chunks = [];
      // A client that sends far more than the limit gets no answer.
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
  const body = await readBodyWithin(req, MAX_BODY_BYTES);
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

/** Send a response, without the body if the request is HEAD. */
export function writeResponse(req: IncomingMessage, res: ServerResponse, response: HttpResponse): void {
  const { status, headers, body } = response;
  const lengthHeader = status === 304 || status === 204 ? {} : { "content-length": body.length };
  res.writeHead(status, { ...headers, ...lengthHeader });
  res.end(req.method === "HEAD" ? undefined : body);
}
