import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Serves `handle` on a free port until the test ends; returns the server's origin. */
export async function serve(
  handle: (req: IncomingMessage, res: ServerResponse) => Promise<void> | void,
): Promise<string> {
  const server = createServer((req, res) => {
    Promise.resolve(handle(req, res)).catch((error: unknown) => {
      // A status that no emulator returns, so that a test notices the error.
      res.statusCode = 599;
      res.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The options of an AWS client that calls the emulator at `endpoint`, without retries. */
export const clientOptions = (endpoint: string) => ({
  endpoint,
  region: "us-east-1",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
  maxAttempts: 1,
});

/** Creates an empty folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "shop-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
