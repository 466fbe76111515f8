import * as z from "zod/mini";
import { readEnv, Text } from "./env.ts";
import { unavailable } from "./errors.ts";
import { roleCredentials, signedHeaders } from "./sign-request.ts";

/** For one call. */
const TIMEOUT_MS = 2_000;
/** Retry-After in seconds. */
const RETRY_AFTER = 5;

const Env = z.object({
  AWS_REGION: Text,
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: z.optional(Text),
});
const Fault = z.object({ __type: z.string() });

/** Cognito refused a call; `type` is the name of its error. */
export class CognitoRefusal extends Error {
  override readonly name = "CognitoRefusal";
  readonly type: string;

  constructor(type: string) {
    super(`Cognito answers ${type}`);
    this.type = type;
  }
}

/**
 * Calls the user pools' API. Calls that users may not make are `signed` by the function's role. The SDK's client would be
 * the largest part of the bundle. Throws CognitoRefusal, or 503 without an answer.
 */
export async function cognito<S extends z.core.$ZodType>(
  operation: string,
  input: Record<string, unknown>,
  output: S,
  { signed }: { signed: boolean },
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
  const where = { region: env.AWS_REGION, service: "cognito-idp", now: new Date() };
  const answer = await fetch(url, {
    method: "POST",
    headers: signed ? signedHeaders({ url, headers, body }, roleCredentials(), where) : headers,
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw unavailable(error, RETRY_AFTER);
  });
  const said: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) {
    const parsed = z.safeParse(output, said);
    if (parsed.success) return parsed.data;
    throw unavailable(parsed.error, RETRY_AFTER);
  }
  const fault = z.safeParse(Fault, said);
  throw new CognitoRefusal(fault.success ? (fault.data.__type.split("#").at(-1) ?? "") : `${answer.status}`);
}
