import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { answerAwsJson, AwsError } from "../util/aws-json.ts";
import type { Emulator } from "../util/emulator.ts";

export interface SecretsOptions {
  /** Values by ARN. */
  values: Record<string, string>;
}

const getSecretInput = z.object({ SecretId: z.string(), VersionStage: z.optional(z.string()) });
const CREATED_AT_S = Math.floor(Date.now() / 1_000);

/** Secrets Manager's GetSecretValue, by ARN or by name. Other operations are refused. */
export function createSecrets({ values }: SecretsOptions): Promise<Emulator> {
  const secrets = new Map(
    Object.entries(values).flatMap(([arn, value]) => {
      const secret = { arn, name: nameOf(arn), value };
      return [[arn, secret] as const, [secret.name, secret] as const];
    }),
  );

  function getSecretValue(target: string, request: unknown) {
    if (target !== "secretsmanager.GetSecretValue")
      throw new AwsError("UnknownOperationException", `Not available here: ${target}`);
    const parsed = z.safeParse(getSecretInput, request);
    if (!parsed.success) throw new AwsError("InvalidParameterException", "SecretId is required.");
    const { SecretId, VersionStage = "AWSCURRENT" } = parsed.data;
    const secret = VersionStage === "AWSCURRENT" ? secrets.get(SecretId) : undefined;
    if (!secret)
      throw new AwsError("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
    return {
      ARN: secret.arn,
      Name: secret.name,
      VersionId: createHash("sha256").update(secret.value).digest("hex").slice(0, 32),
      VersionStages: ["AWSCURRENT"],
      SecretString: secret.value,
      CreatedDate: CREATED_AT_S,
    };
  }

  return Promise.resolve({
    handle: (req, res) => answerAwsJson(req, res, getSecretValue),
    close: () => Promise.resolve(),
  });
}

/** `name` for `arn:aws:secretsmanager:us-east-1:1:secret:name`. A plain name is returned unchanged. */
function nameOf(arn: string): string {
  return arn.split(":secret:")[1] ?? arn;
}
