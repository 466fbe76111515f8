import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type ClosableServer = { url: string; close(): Promise<void> };

/** Starts an HTTP server that calls `handle` for each request, on a free port, until `close` is called. */
export async function serveUntilClosed(
  handle: (req: IncomingMessage, res: ServerResponse) => Promise<void> | void,
): Promise<ClosableServer> {
  const server = createServer((req, res) => {
    Promise.resolve(handle(req, res)).catch(() => req.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
