import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { sendToTarget } from "../../lambdas/lib/send-to-target.ts";

const SERVER = `
const server = require("node:http").createServer((_, response) => response.end("ok"));
server.listen({ host: "127.0.0.1", port: 0, backlog: 1 }, () => console.log(server.address().port));
`;

/** Connects to the local server without sending a request. */
async function openConnection(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
}

test("a server that accepts connections slowly is reached if its other address cannot be reached", async () => {
  const server = spawn(process.execPath, ["-e", SERVER], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void server.kill("SIGKILL"));
  const [output] = (await once(server.stdout, "data")) as [Buffer];
  const port = Number(output.toString());
  // While the server is stopped, two connections fill its queue. The kernel drops the first packet of another connection, and
  // the client sends it again after a second.
  server.kill("SIGSTOP");
  for (let i = 0; i < 2; i++) await openConnection(port);
  const url = new URL(`http://slow.example:${port}/`);
  const addresses = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ];
  const answerPromise = sendToTarget(
    { url, addresses },
    { method: "GET", headers: {}, signal: AbortSignal.timeout(8_000) },
  );
  // The first packet is sent before the server continues, because the connection to a checked address needs no name server.
  setImmediate(() => server.kill("SIGCONT"));
  const answer = await answerPromise;
  answer.destroy();
  expect(answer.statusCode).toBe(200);
});
