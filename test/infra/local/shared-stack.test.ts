import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FaultState } from "../../../infra/local/faults.ts";
import { readBody } from "../../../infra/local/util/http.ts";
import { serveUntilClosed, type ClosableServer } from "../../support/serve.ts";

/** The path and the body of each request that changes the shop's state. */
const changes: [path: string, body: unknown][] = [];
const RESPONSES: Record<string, object> = {
  "/_local/faults": {},
  "/_local/queue-clock": { messages: [] },
  "/_local/waiting.json": { queues: {}, webhooks: 0, events: 0 },
  "/_local/dead-letters/redrive": { redriven: 0 },
};
let server: ClosableServer;
beforeAll(async () => {
  server = await serveUntilClosed(async (req, res) => {
    const path = req.url ?? "";
    const text = (await readBody(req)).toString();
    if (req.method === "POST") changes.push([path, JSON.parse(text)]);
    res.end(JSON.stringify(RESPONSES[path]));
  });
});
afterAll(() => server.close());

describe("a test file", async () => {
  // Imported here, so that the hooks of the module belong to this suite.
  const { sharedStack } = await import("../../support/local-stack.ts");
  beforeAll(() => void sharedStack([{ url: server.url, dataDir: "unused" }]));

  test("changes nothing in the shared shop when the file starts", () => {
    expect(changes).toEqual([]);
  });
});

test("after a test file, the shared shop has no faults, the default clock and no dead letters", () => {
  expect(changes).toEqual([
    ["/_local/faults", FaultState.parse({})],
    ["/_local/queue-clock", { mode: "scaled" }],
    ["/_local/dead-letters/redrive", {}],
  ]);
});
