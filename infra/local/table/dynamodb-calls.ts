import { Agent, request } from "node:http";
import { readBody } from "../util/http.ts";
import { REGION } from "../template/resource-types.ts";

export type Answer = { status: number; headers: Record<string, string>; body: Buffer };

/** Neither server checks a signature, but both refuse a call that has none. */
const SIGNED = {
  authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
  "x-amz-date": "20260101T000000Z",
};

/** An error answer of the DynamoDB server; `type` is the error's name without its namespace. */
export class DynamoDBError extends Error {
  override readonly name = "DynamoDBError";
  readonly type: string;
  constructor(type: string, message: string) {
    super(`${type}: ${message}`);
    this.type = type;
  }
}

/** Calls a DynamoDB server without the SDK, which uses several times the processor time for a small call. */
export type DynamoDBCalls = {
  /** Send a request unchanged. */
  forward: (headers: Record<string, string>, body: Buffer | string) => Promise<Answer>;
  /** Call an operation; throws a {@link DynamoDBError}. `Output` is its type in the DynamoDB API reference. */
  call: <Output>(operation: string, input: object) => Promise<Output>;
  close: () => void;
};

export function createDynamoDBCalls(endpoint: string): DynamoDBCalls {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const forward: DynamoDBCalls["forward"] = (headers, body) =>
    new Promise((resolve, reject) => {
      const call = request(endpoint, { method: "POST", agent, headers, timeout: 30_000 }, (reply) => {
        const kept = Object.entries(reply.headers).filter(
          ([name]) => name.startsWith("x-amz") || name === "content-type",
        );
        readBody(reply, Infinity).then(
          (answer) =>
            resolve({
              status: reply.statusCode ?? 500,
              headers: Object.fromEntries(kept) as Record<string, string>,
              body: answer,
            }),
          reject,
        );
      });
      call.on("timeout", () => call.destroy(new Error("The DynamoDB server does not answer.")));
      call.on("error", reject);
      call.end(body);
    });
  return {
    forward,
    call: async <Output>(operation: string, input: object) => {
      const headers = {
        "x-amz-target": `DynamoDB_20120810.${operation}`,
        "content-type": "application/x-amz-json-1.0",
        ...SIGNED,
      };
      const { status, body } = await forward(headers, JSON.stringify(input));
      const output = JSON.parse(body.toString()) as Output & { __type?: string; message?: string };
      if (status !== 200)
        throw new DynamoDBError(output.__type?.split("#").at(-1) ?? String(status), output.message ?? "");
      return output;
    },
    close: () => agent.destroy(),
  };
}
