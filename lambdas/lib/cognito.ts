import * as z from "zod/mini";
import { readEnv, Text } from "./env.ts";
import { unavailable } from "./errors.ts";
import { newConnectionHeader, roleCredentials, signedHeaders } from "./sign-request.ts";

const TIMEOUT_MS = 2_000;
const RETRY_AFTER_SECONDS = 5;

const Env = z.object({
  AWS_REGION: Text,
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: z.optional(Text),
});
const CognitoErrorBody = z.object({ __type: z.string() });

/** Cognito refused a call; `type` is the name of its error, or the HTTP status if the answer has no name. */
export class CognitoRefusal extends Error {
  override readonly name = "CognitoRefusal";
  readonly type: string;

  constructor(type: string) {
    super(`Cognito answers ${type}`);
    this.type = type;
  }
}

/**
 * Calls the API of Cognito's user pools. With `isSigned`, the call uses the function's role, for operations that users
 * may not call. The SDK is not used, because its client would be the largest part of the bundle. Throws CognitoRefusal
 * if Cognito refuses the call, and 503 if Cognito does not answer or its answer does not match `output`.
 */
export async function callUserPoolApi<S extends z.core.$ZodType>(
  operation: string,
  input: Record<string, unknown>,
  output: S,
  { isSigned }: { isSigned: boolean },
): Promise<z.infer<S>> {
  const env = readEnv(Env);
  const url = new URL(
    env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER ?? `https://cognito-idp.${env.AWS_REGION}.amazonaws.com/`,
  );
  const body = JSON.stringify(input);
  const headers = {
    "content-type": "application/x-amz-json-1.1",
    "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
  };
  const scope = { region: env.AWS_REGION, service: "cognito-idp", now: new Date() };
  const response = await fetch(url, {
    method: "POST",
    headers: {
      ...(isSigned ? signedHeaders({ url, headers, body }, roleCredentials(), scope) : headers),
      ...newConnectionHeader,
    },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw unavailable(error, RETRY_AFTER_SECONDS);
  });
  const json: unknown = await response.json().catch(() => undefined);
  if (response.ok) {
    const parsed = z.safeParse(output, json);
    if (parsed.success) return parsed.data;
    throw unavailable(parsed.error, RETRY_AFTER_SECONDS);
  }
  const refusal = z.safeParse(CognitoErrorBody, json);
  throw new CognitoRefusal(
    refusal.success ? (refusal.data.__type.split("#").at(-1) ?? "") : `${response.status}`,
  );
}
