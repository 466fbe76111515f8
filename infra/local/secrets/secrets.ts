import * as z from "zod/mini";
import { AwsError, awsJsonHandler } from "../util/aws-json.ts";
import type { Handler } from "../util/local-server.ts";
import { sha256Hex } from "../util/sha256.ts";

const getSecretInput = z.object({ SecretId: z.string(), VersionStage: z._default(z.string(), "AWSCURRENT") });
const CREATED_AT_S = Math.floor(Date.now() / 1_000);

/** Secrets Manager's GetSecretValue, by ARN. `values` are by ARN too. Other operations are refused. */
export const createSecretsApi = (values: Record<string, string>): Handler =>
  awsJsonHandler({
    GetSecretValue(input) {
      const { SecretId, VersionStage } = getSecretInput.parse(input);
      const value = VersionStage === "AWSCURRENT" && Object.hasOwn(values, SecretId) && values[SecretId];
      if (!value)
        throw new AwsError("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
      return {
        ARN: SecretId,
        VersionId: sha256Hex(value).slice(0, 32),
        VersionStages: ["AWSCURRENT"],
        SecretString: value,
        CreatedDate: CREATED_AT_S,
      };
    },
  });
