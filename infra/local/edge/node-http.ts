import type { IncomingMessage, ServerResponse } from "node:http";
import { MAX_BODY_BYTES } from "../gateway/http-api.ts";
import { messageResponse, type HttpRequest, type HttpResponse } from "../gateway/message.ts";
import { BodyTooLarge, readBody } from "../util/http.ts";
import type { Handler } from "../util/local-server.ts";

/** Headers that concern one connection only (RFC 9110, 7.6.1), and the length, which is known from the body. */
const NOT_PASSED_ON = /^(connection|keep-alive|transfer-encoding|upgrade|te|content-length)$/;

/** Serves `handle` to Node's requests. Answers 413 if a body is larger than API Gateway accepts. */
export const nodeHandler =
  (handle: (request: HttpRequest) => Promise<HttpResponse>): Handler =>
  async (req, res) => {
    const response = await requestOf(req).then(handle, (error: unknown) => {
      if (error instanceof BodyTooLarge) return messageResponse(413, "Request Entity Too Large");
      throw error;
    });
    writeResponse(req, res, response);
  };

async function requestOf(req: IncomingMessage): Promise<HttpRequest> {
  const body = await readBody(req, MAX_BODY_BYTES);
  const [path = "/", ...query] = (req.url ?? "/").split("?");
  const headers = Object.entries(req.headers)
    .filter(([name, value]) => value !== undefined && !NOT_PASSED_ON.test(name))
    .map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(name === "cookie" ? "; " : ",") : value,
    ]);
  return {
    method: req.method ?? "GET",
    path: path.startsWith("/") ? path : "/",
    query: query.join("?"),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body,
    ip: (req.socket.remoteAddress ?? "").replace(/^::ffff:/, ""),
  };
}

function writeResponse(req: IncomingMessage, res: ServerResponse, response: HttpResponse): void {
  const { status, headers, body } = response;
  const lengthHeader = status === 304 || status === 204 ? {} : { "content-length": body.length };
  res.writeHead(status, { ...headers, ...lengthHeader });
  res.end(req.method === "HEAD" ? undefined : body);
}
