import { createHash, createHmac } from "node:crypto";

type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };

/** The credentials of the function's role. Lambda puts them into the environment. */
export const roleCredentials = (): Credentials => ({
  accessKeyId: process.env["AWS_ACCESS_KEY_ID"] ?? "",
  secretAccessKey: process.env["AWS_SECRET_ACCESS_KEY"] ?? "",
  sessionToken: process.env["AWS_SESSION_TOKEN"],
});

/**
 * Makes fetch close the connection after the answer, so the next call uses a new connection. While Lambda freezes a function,
 * AWS may close an open connection, and the next call on this connection fails. The header is not signed, because it is about
 * the connection only. https://github.com/nodejs/undici/issues/3133
 */
export const newConnectionHeader = { connection: "close" };

/** A POST whose path needs no encoding and that has no query. */
type Request = { url: URL; headers: Record<string, string>; body: string };

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/**
 * Pure: signs the headers of a POST to an AWS service. The Host header is signed but not returned, because
 * fetch sets it.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signedHeaders(
  { url, headers, body }: Request,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  { region, service, now }: { region: string; service: string; now: Date },
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const scope = [time.slice(0, 8), region, service, "aws4_request"];
  const sentHeaders = {
    ...headers,
    "x-amz-date": time,
    ...(sessionToken ? { "x-amz-security-token": sessionToken } : {}),
  };
  const signedEntries = Object.entries({ ...sentHeaders, host: url.host }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const signedNames = signedEntries.map(([name]) => name).join(";");
  const lines = signedEntries.map(([name, value]) => `${name}:${value.trim()}\n`).join("");
  const canonicalRequest = ["POST", url.pathname, "", lines, signedNames, sha256(body)].join("\n");
  const stringToSign = ["AWS4-HMAC-SHA256", time, scope.join("/"), sha256(canonicalRequest)].join("\n");
  const signingKey = scope.reduce<string | Buffer>(
    (key, scopePart) => hmac(key, scopePart),
    `AWS4${secretAccessKey}`,
  );
  const signature = hmac(signingKey, stringToSign).toString("hex");
  const credential = `${accessKeyId}/${scope.join("/")}`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signedNames}, Signature=${signature}`;
  return { ...sentHeaders, authorization };
}
