import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { codeOf, UserError } from "./errors.ts";

export type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void> | void;

export type LocalServer = {
  port: number;
  /** Set the handler of all requests. Until then, every answer is 503. */
  serve: (handle: Handler) => void;
  /** Receives the WebSocket requests to both addresses. */
  server: Server;
  close: () => Promise<void>;
};

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

function answerNotReady(res: ServerResponse): void {
  res.writeHead(503, { "content-type": "text/plain", "retry-after": "1" }).end("The shop is starting.\n");
}

/** Listen on 127.0.0.1 and, with `listensOnIpv6`, on ::1. Browsers use either address for `localhost`. */
export async function listenLocally(port: number, listensOnIpv6 = false): Promise<LocalServer> {
  let handle: ((...args: Parameters<Handler>) => Promise<void>) | undefined;
  const answer = (req: IncomingMessage, res: ServerResponse): void => {
    // Against DNS rebinding: a web site whose host name resolves to 127.0.0.1 must not read answers.
    if (!LOCAL_HOST.test(req.headers.host ?? ""))
      return void res
        .writeHead(421, { "content-type": "text/plain" })
        .end("Open http://localhost instead.\n");
    if (!handle) return answerNotReady(res);
    handle(req, res).catch((error: unknown) => {
      console.error(`${req.method ?? ""} ${req.url ?? ""}:`, error);
      if (res.headersSent) res.destroy();
      else
        res
          .writeHead(500, { "content-type": "text/plain" })
          .end("The local stack failed; see the error in its terminal.\n");
    });
  };
  const ipv4Server = createServer(answer);
  const servers = [ipv4Server];
  const throwUserError = (error: unknown): never => {
    if (codeOf(error) === "EADDRINUSE")
      throw new UserError(
        `Port ${port} is taken. End what listens there, or choose another port: PORT=8090 npm start`,
      );
    if (codeOf(error) === "EACCES")
      throw new UserError(`Port ${port} needs more rights. Choose another: PORT=8090 npm start`);
    throw error;
  };
  const actualPort = await listen(ipv4Server, port, "127.0.0.1").catch(throwUserError);
  if (listensOnIpv6) {
    const ipv6Server = createServer(answer);
    ipv6Server.on("upgrade", (req, socket, head) => {
      if (!ipv4Server.emit("upgrade", req, socket, head)) socket.destroy();
    });
    // A machine without IPv6 is no error. But if another program has ::1, browsers may reach that program.
    await listen(ipv6Server, actualPort, "::1").then(
      () => servers.push(ipv6Server),
      (error: unknown) => {
        if (codeOf(error) === "EADDRINUSE" && port !== 0) {
          ipv4Server.close();
          throwUserError(error);
        }
      },
    );
  }
  return {
    port: actualPort,
    server: ipv4Server,
    serve: (newHandle) => void (handle = async (req, res) => await newHandle(req, res)),
    async close() {
      await Promise.all(
        servers.map(
          (server) =>
            new Promise<void>((resolve) => {
              server.close(() => resolve());
              server.closeIdleConnections();
              setTimeout(() => server.closeAllConnections(), 1_000).unref();
            }),
        ),
      );
    },
  };
}

/** Pass a request to the first handler whose prefix matches, and remove the prefix from `req.url`. */
export function mount(mounts: [prefix: string, handle: Handler][], fallback: Handler): Handler {
  return (req, res) => {
    const url = req.url ?? "/";
    for (const [prefix, handle] of mounts) {
      const remainingUrl = url.slice(prefix.length);
      if (!url.startsWith(prefix) || !/^([/?]|$)/.test(remainingUrl)) continue;
      req.url = remainingUrl.startsWith("/") ? remainingUrl : `/${remainingUrl}`;
      return handle(req, res);
    }
    return fallback(req, res);
  };
}
