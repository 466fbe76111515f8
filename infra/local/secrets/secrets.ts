import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { answerAwsJson, AwsError } from "../util/aws-json.ts";
import type { Emulator } from "../util/emulator.ts";

const getSecretInput = z.object({ SecretId: z.string(), VersionStage: z.optional(z.string()) });
const CREATED_AT_S = Math.floor(Date.now() / 1_000);

/** Secrets Manager's GetSecretValue, by ARN. `values` are by ARN too. Other operations are refused. */
export function createSecrets({ values }: { values: Record<string, string> }): Promise<Emulator> {
  function getSecretValue(target: string, request: unknown) {
    if (target !== "secretsmanager.GetSecretValue")
      throw new AwsError("UnknownOperationException", `Not available here: ${target}`);
    const parsed = z.safeParse(getSecretInput, request);
    if (!parsed.success) throw new AwsError("InvalidParameterException", "SecretId is required.");
    const { SecretId, VersionStage = "AWSCURRENT" } = parsed.data;
    const value = VersionStage === "AWSCURRENT" && Object.hasOwn(values, SecretId) && values[SecretId];
    if (!value)
      throw new AwsError("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
    return {
      ARN: SecretId,
      VersionId: createHash("sha256").update(value).digest("hex").slice(0, 32),
      VersionStages: ["AWSCURRENT"],
      SecretString: value,
      CreatedDate: CREATED_AT_S,
    };
  }

  return Promise.resolve({
    handle: (req, res) => answerAwsJson(req, res, getSecretValue),
    close: () => Promise.resolve(),
  });
}
