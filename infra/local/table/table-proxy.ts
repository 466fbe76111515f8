import type { Faults } from "../faults.ts";
import type { AwsCall, FindRefusal } from "../iam/permissions.ts";
import { header, readBody, send, sendJson } from "../util/http.ts";
import type { Handler } from "../util/local-server.ts";
import { createSimpleDynamoDBClient } from "./dynamodb-client.ts";
import { DUE_INDEX } from "./outbox-stream.ts";
import { createTableFaults } from "./table-faults.ts";

/** The outbox's index partitions in quotes, as they appear in the JSON of a request. */
const OUTBOX_KEYS = DUE_INDEX.values.map((name) => `"${name}"`);

type Options = {
  endpoint: string;
  faults: Faults;
  /** Called after a successful write to the outbox. */
  onOutboxWrite: () => void;
  random?: () => number;
  findRefusal: FindRefusal;
  /** The calls that IAM checks for a request. */
  callsOf: (operation: string, body: string) => AwsCall[];
};

/**
 * Forwards a function's call to the table if the function's role allows the call. Injects the table's faults
 * and reports writes to the outbox.
 */
export function createTableProxy({
  endpoint,
  faults,
  onOutboxWrite,
  random = Math.random,
  findRefusal,
  callsOf,
}: Options): { handle: Handler; close(): void } {
  const { forward, close } = createSimpleDynamoDBClient(endpoint);
  const admit = createTableFaults(faults, random);

  return {
    async handle(req, res) {
      const body = await readBody(req, 16_000_000);
      const target = header(req, "x-amz-target") ?? "";
      const operation = target.split(".").at(-1) ?? "";
      const refusal = callsOf(operation, body.toString())
        .map((call) => findRefusal(header(req, "x-amz-security-token"), call))
        .find((message) => message !== undefined);
      if (refusal !== undefined)
        return sendJson(res, 400, {
          __type: "com.amazon.coral.service#AccessDeniedException",
          Message: refusal,
        });
      const admission = await admit(operation, body);
      if ("refusal" in admission)
        return send(res, admission.refusal.status, admission.refusal.body, {
          "content-type": "application/x-amz-json-1.0",
        });
      const headers = ["x-amz-target", "content-type", "authorization", "x-amz-date"].flatMap((name) => {
        const value = header(req, name);
        return value === undefined ? [] : [[name, value]];
      });
      const answer = await forward(Object.fromEntries(headers) as Record<string, string>, body).finally(
        admission.release,
      );
      send(res, answer.status, answer.body, answer.headers);
      const isWrite = /^(Put|Update|Delete|TransactWrite|BatchWrite)/.test(operation);
      if (answer.status === 200 && isWrite && OUTBOX_KEYS.some((key) => body.includes(key))) onOutboxWrite();
    },
    close,
  };
}
