import { createHash, createHmac } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";
import * as z from "zod/mini";
import { readEnv, Text } from "./env.ts";
import { unavailable } from "./errors.ts";

/** ms for one call. */
const TIMEOUT_MS = 2_000;
/** Seconds after which Cognito is worth another try. */
const RETRY_AFTER = 5;

const Env = z.object({
  AWS_REGION: Text,
  AWS_ACCESS_KEY_ID: Text,
  AWS_SECRET_ACCESS_KEY: Text,
  AWS_SESSION_TOKEN: z.optional(z.string()),
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: z.optional(Text),
});
const Fault = z.object({ __type: z.string() });

/** What Cognito says no to, by the name of its error. */
export class CognitoRefusal extends Error {
  override readonly name = "CognitoRefusal";
  readonly type: string;

  constructor(type: string) {
    super(`Cognito answers ${type}`);
    this.type = type;
  }
}

/** SHA-256, or an HMAC by it, in the shape that the signer asks for. */
class Sha256 {
  private readonly hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = secret === undefined ? createHash("sha256") : createHmac("sha256", bytesOf(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.hash.update(bytesOf(data));
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.hash.digest());
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof data === "string") return Buffer.from(data);
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

/**
 * One call of the user pools' API; `signed` by the function's own role, for the calls that no user may make. The SDK's
 * client would be the largest part of the function, for two calls. Throws CognitoRefusal, or 503 without an answer.
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
  const answer = await fetch(url, {
    method: "POST",
    headers: signed ? await signatureOf(env, url, headers, body) : headers,
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

/** The headers of a request with its signature. They leave out Host, which fetch sets by itself. */
async function signatureOf(
  env: z.infer<typeof Env>,
  url: URL,
  headers: Record<string, string>,
  body: string,
): Promise<Record<string, string>> {
  const signer = new SignatureV4({
    service: "cognito-idp",
    region: env.AWS_REGION,
    sha256: Sha256,
    credentials: {
      accessKeyId: env.AWS_ACCESS_KEY_ID,
      secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
      ...(env.AWS_SESSION_TOKEN ? { sessionToken: env.AWS_SESSION_TOKEN } : {}),
    },
  });
  const { protocol, hostname, pathname: path } = url;
  const request = { method: "POST", protocol, hostname, path, query: {}, body };
  const signed = await signer.sign({ ...request, headers: { ...headers, host: url.host } });
  const { host: _, ...rest } = signed.headers;
  return rest;
}
