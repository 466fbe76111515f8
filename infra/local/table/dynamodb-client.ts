import { Agent, request } from "node:http";
import { readBody } from "../util/http.ts";
import { REGION } from "../template/resource-types.ts";

export type Answer = { status: number; headers: Record<string, string>; body: Buffer };

/** Dynoxide and DynamoDB Local do not check signatures, but refuse a call without a signature. */
const SIGNATURE_HEADERS = {
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

/** Calls a DynamoDB server. The SDK would need several times the processor time for a small call. */
export type SimpleDynamoDBClient = {
  /** Send a request unchanged. */
  forward: (headers: Record<string, string>, body: Buffer | string) => Promise<Answer>;
  /** Call an operation; throws a {@link DynamoDBError}. `Output` is the SDK's type for the result. */
  call: <Output>(operation: string, input: object) => Promise<Output>;
  close: () => void;
};

export function createSimpleDynamoDBClient(endpoint: string): SimpleDynamoDBClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const forward: SimpleDynamoDBClient["forward"] = (headers, body) =>
    new Promise((resolve, reject) => {
      const outgoing = request(endpoint, { method: "POST", agent, headers, timeout: 30_000 }, (reply) => {
        const replyHeaders = Object.entries(reply.headers).filter(
          ([name]) => name.startsWith("x-amz") || name === "content-type",
        );
        readBody(reply, Infinity).then(
          (answer) =>
            resolve({
              status: reply.statusCode ?? 500,
              headers: Object.fromEntries(replyHeaders) as Record<string, string>,
              body: answer,
            }),
          reject,
        );
      });
      outgoing.on("timeout", () => outgoing.destroy(new Error("The DynamoDB server does not answer.")));
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  return {
    forward,
    call: async <Output>(operation: string, input: object) => {
      const headers = {
        "x-amz-target": `DynamoDB_20120810.${operation}`,
        "content-type": "application/x-amz-json-1.0",
        ...SIGNATURE_HEADERS,
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
