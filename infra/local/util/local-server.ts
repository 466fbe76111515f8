import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { UserError } from "./user-error.ts";

export type Handle = (req: IncomingMessage, res: ServerResponse) => Promise<void> | void;

export type LocalServer = {
  port: number;
  /** What answers; until it is set, everything is 503. */
  serve: (handle: Handle) => void;
  close(): Promise<void>;
};

const listening = (server: Server, port: number, host: string): Promise<number> =>
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

/** Listen on this machine only: on 127.0.0.1, and with `both` on ::1 as well, which `localhost` may mean too. */
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
          .end("The local stack itself failed; its terminal says how.\n");
    });
  };
  const servers = [createServer(answer)];
  const [first] = servers;
  const taken = (error: unknown): never => {
    if (codeOf(error) === "EADDRINUSE")
      throw new UserError(
        `Port ${port} is taken. End what listens there, or choose another port: PORT=8090 npm start`,
      );
    if (codeOf(error) === "EACCES")
      throw new UserError(`Port ${port} needs more rights. Choose another: PORT=8090 npm start`);
    throw error;
  };
  const actual = first ? await listening(first, port, "127.0.0.1").catch(taken) : port;
  if (both) {
    const second = createServer(answer);
    // A machine without IPv6 goes without it; a port that somebody else holds there would answer in our place.
    await listening(second, actual, "::1").then(
      () => servers.push(second),
      (error: unknown) => {
        if (codeOf(error) === "EADDRINUSE" && port !== 0) {
          first?.close();
          taken(error);
        }
      },
    );
  }
  return {
    port: actual,
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

/** Hand a request to the first mount whose prefix its path has; the prefix is taken off its url. */
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
