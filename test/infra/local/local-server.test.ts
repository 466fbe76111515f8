import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listenLocally, type LocalServer } from "../../../infra/local/util/local-server.ts";

let server: LocalServer;
beforeAll(async () => {
  server = await listenLocally(0);
  server.serve((_, res) => void res.end("a mail"));
});
afterAll(() => server.close());

async function statusFor(host: string): Promise<number | undefined> {
  const sentRequest = request({ host: "127.0.0.1", port: server.port, headers: { host } }).end();
  const [response] = (await once(sentRequest, "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

test.each(["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "localhost"])(
  "the local server answers requests for the host '%s'",
  async (host) => {
    expect(await statusFor(host)).toBe(200);
  },
);

test.each(["evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example"])(
  "the local server refuses the host '%s': a site that points its name to this machine could read the mails",
  async (host) => {
    expect(await statusFor(host)).toBe(421);
  },
);

test.each<[string, () => Promise<void>]>([
  [
    "throws",
    () => {
      throw new Error("broken");
    },
  ],
  ["rejects", () => Promise.reject(new Error("broken"))],
])("the local server answers 500 when the handler %s", async (_, handle) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const brokenServer = await listenLocally(0);
  brokenServer.serve(handle);
  const response = await fetch(`http://127.0.0.1:${brokenServer.port}/`, {
    signal: AbortSignal.timeout(2_000),
  });
  expect(response.status).toBe(500);
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
  await brokenServer.close();
});
