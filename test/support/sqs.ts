import * as z from "zod/mini";
import { readBody, sendJson } from "../../infra/local/util/http.ts";
import { serveUntilClosed } from "./serve.ts";

const Request = z.object({
  QueueUrl: z.string(),
  Entries: z.array(z.object({ Id: z.string(), ReceiptHandle: z.string(), VisibilityTimeout: z.number() })),
});
export type VisibilityChange = z.infer<typeof Request> & { authorization: string; target: string };

/** Starts an SQS server that records visibility changes, and returns 503 while `state.isDown` is true. */
export async function openSqs() {
  const changes: VisibilityChange[] = [];
  const state = { isDown: false };
  const server = await serveUntilClosed(async (req, res) => {
    const request = z.parse(Request, JSON.parse((await readBody(req)).toString()));
    if (state.isDown) return sendJson(res, 503, { __type: "ServiceUnavailable" });
    const target = String(req.headers["x-amz-target"]);
    changes.push({ ...request, target, authorization: req.headers.authorization ?? "" });
    sendJson(res, 200, { Successful: request.Entries.map(({ Id }) => ({ Id })), Failed: [] });
  });
  return { ...server, changes, state };
}
