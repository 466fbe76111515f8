import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { UserError } from "./user-error.ts";

export type Handle = (req: IncomingMessage, res: ServerResponse) => Promise<void> | void;

export type LocalServer = {
  port: number;
  /** Set what answers requests; until then every answer is 503. */
  serve: (handle: Handle) => void;
  /** Receives the WebSocket requests of both addresses. */
  server: Server;
  close(): Promise<void>;
};

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

function refuse(res: ServerResponse): void {
  res.writeHead(503, { "content-type": "text/plain", "retry-after": "1" }).end("The shop is starting.\n");
}

/** Listen on 127.0.0.1 and, with `both`, on ::1: a browser may use either for `localhost`. */
export async function listenLocally(port: number, both = false): Promise<LocalServer> {
  let handle: Handle | undefined;
  const answer = (req: IncomingMessage, res: ServerResponse): void => {
    if (!handle) return refuse(res);
    Promise.resolve(handle(req, res)).catch((error: unknown) => {
      console.error(`${req.method ?? ""} ${req.url ?? ""}:`, error);
      if (res.headersSent) res.destroy();
      else
        res
          .writeHead(500, { "content-type": "text/plain" })
          .end("The local stack failed; see the error in its terminal.\n");
    });
  };
  const first = createServer(answer);
  const servers = [first];
  const explain = (error: unknown): never => {
    if (codeOf(error) === "EADDRINUSE")
      throw new UserError(
        `Port ${port} is taken. End what listens there, or choose another port: PORT=8090 npm start`,
      );
    if (codeOf(error) === "EACCES")
      throw new UserError(`Port ${port} needs more rights. Choose another: PORT=8090 npm start`);
    throw error;
  };
  const actual = await listen(first, port, "127.0.0.1").catch(explain);
  if (both) {
    const second = createServer(answer);
    second.on("upgrade", (req, socket, head) => {
      if (!first.emit("upgrade", req, socket, head)) socket.destroy();
    });
    // Not every machine has IPv6. But if another program has the port there, browsers would reach that program.
    await listen(second, actual, "::1").then(
      () => servers.push(second),
      (error: unknown) => {
        if (codeOf(error) === "EADDRINUSE" && port !== 0) {
          first.close();
          explain(error);
        }
      },
    );
  }
  return {
    port: actual,
    server: first,
    serve: (next) => void (handle = next),
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

/** Pass a request to the first mount whose prefix its path has; `req.url` then is the rest of the path. */
export function mount(mounts: [prefix: string, handle: Handle][], otherwise: Handle): Handle {
  return (req, res) => {
    const url = req.url ?? "/";
    for (const [prefix, handle] of mounts) {
      const rest = url.slice(prefix.length);
      if (!url.startsWith(prefix) || !/^([/?]|$)/.test(rest)) continue;
      req.url = rest.startsWith("/") ? rest : `/${rest}`;
      return handle(req, res);
    }
    return otherwise(req, res);
  };
}
