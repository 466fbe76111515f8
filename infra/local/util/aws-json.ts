import * as z from "zod/mini";
import { header, readBody, sendJson } from "./http.ts";
import type { Handler } from "./local-server.ts";
import { parseJson } from "./parse.ts";

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
 * Serves operations of AWS's JSON protocol by their names, such as PutEvents. The answer is what the operation
 * returns, or the {@link AwsError} that it throws. A ZodError of an operation is answered as 400.
 */
export const awsJsonHandler =
  (operations: Record<string, (input: unknown) => unknown>): Handler =>
  async (req, res) => {
    const [, name = ""] = (header(req, "x-amz-target") ?? "").split(".");
    const input = parseJson((await readBody(req)).toString());
    try {
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (!operation) throw new AwsError("UnknownOperationException", `Unknown operation ${name}`);
      if (input === undefined) throw new AwsError("SerializationException", "The body is not JSON.");
      sendJson(res, 200, operation(input) ?? {}, JSON_TYPE);
    } catch (thrown) {
      const error = thrown instanceof z.core.$ZodError ? invalidParameter(z.prettifyError(thrown)) : thrown;
      if (!(error instanceof AwsError)) throw error;
      const answer = { __type: error.type, message: error.message };
      sendJson(res, 400, answer, { ...JSON_TYPE, "x-amzn-errortype": error.type });
    }
  };

export const invalidParameter = (message: string) => new AwsError("InvalidParameterException", message);
