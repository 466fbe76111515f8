import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod/mini";
import type { Emulator } from "../util/emulator.ts";
import { header, readBody, sendJson } from "../util/http.ts";

export interface SecretsOptions {
  /** Values by ARN. */
  values: Record<string, string>;
}

const input = z.object({ SecretId: z.string(), VersionStage: z.optional(z.string()) });
const STARTED_AT = Math.floor(Date.now() / 1_000);

/** Secrets Manager's GetSecretValue, by ARN or by name. Other operations are refused. */
export function createSecrets({ values }: SecretsOptions): Promise<Emulator> {
  const secrets = new Map(
    Object.entries(values).flatMap(([arn, value]) => {
      const secret = { arn, name: nameOf(arn), value };
      return [[arn, secret] as const, [secret.name, secret] as const];
    }),
  );

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const operation = header(req, "x-amz-target");
    const body = (await readBody(req, 100_000)).toString("utf8");
    if (operation !== "secretsmanager.GetSecretValue") {
      return fail(res, "UnknownOperationException", `Not available here: ${operation ?? "no operation"}`);
    }
    const parsed = z.safeParse(input, parseJson(body));
    if (!parsed.success) return fail(res, "InvalidParameterException", "SecretId is required.");
    const secret = secrets.get(parsed.data.SecretId);
    if (!secret) {
      return fail(res, "ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
    }
    if ((parsed.data.VersionStage ?? "AWSCURRENT") !== "AWSCURRENT") {
      return fail(res, "ResourceNotFoundException", "Secrets Manager can't find the specified secret value.");
    }
    const answer = {
      ARN: secret.arn,
      Name: secret.name,
      VersionId: createHash("sha256").update(secret.value).digest("hex").slice(0, 32),
      VersionStages: ["AWSCURRENT"],
      SecretString: secret.value,
      CreatedDate: STARTED_AT,
    };
    sendJson(res, 200, answer, { "content-type": "application/x-amz-json-1.1" });
  }

  return Promise.resolve({ handle, close: () => Promise.resolve() });
}

/** `name` of `arn:aws:secretsmanager:us-east-1:1:secret:name`; a name is returned as it is. */
function nameOf(arn: string): string {
  return arn.split(":secret:")[1] ?? arn;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function fail(res: ServerResponse, type: string, message: string): void {
  const headers = { "content-type": "application/x-amz-json-1.1", "x-amzn-errortype": type };
  sendJson(res, 400, { __type: type, Message: message }, headers);
}
