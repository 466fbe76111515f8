import type { IncomingMessage, ServerResponse } from "node:http";
import { header, readBody, sendJson } from "./http.ts";

/** An error of an AWS service with a JSON protocol: status 400, `{__type, message}`. */
export class AwsError extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

const JSON_TYPE = { "content-type": "application/x-amz-json-1.1" };

/**
 * Answers a request of AWS's JSON protocol. `run` gets the target (`AWSEvents.PutEvents`) and the parsed
 * body. An {@link AwsError} that `run` throws becomes the answer.
 */
export async function answerAwsJson(
  req: IncomingMessage,
  res: ServerResponse,
  run: (target: string, input: unknown) => unknown,
): Promise<void> {
  const body = (await readBody(req)).toString("utf8");
  try {
    sendJson(res, 200, await run(header(req, "x-amz-target") ?? "", parseJson(body)), JSON_TYPE);
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    const answer = { __type: error.type, message: error.message };
    sendJson(res, 400, answer, { ...JSON_TYPE, "x-amzn-errortype": error.type });
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new AwsError("SerializationException", "The body is not JSON.");
  }
}
