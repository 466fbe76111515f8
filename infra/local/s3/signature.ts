import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { header } from "../util/http.ts";
import { sha256Hex } from "../util/sha256.ts";
import { accessDenied, S3Error, signatureMismatch } from "./errors.ts";

export type Credentials = { accessKeyId: string; secretAccessKey: string };

/** Largest accepted difference between the client's clock and this machine's. */
const MAX_SKEW_MS = 15 * 60 * 1_000;
/** The Authorization header of a signed request. */
const HEADER = /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]+)$/;

/**
 * Checks the signature (version 4) in a request's Authorization header. Throws S3Error for a missing or wrong signature, an
 * unknown access key, or a wrong time. `path`: as the client has signed it; `now` in ms.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
export function requireSignature(
  req: IncomingMessage,
  options: { search: string; path: string; credentials: Credentials; now: number },
): void {
  const { search, path, credentials, now } = options;
  const [, credential, names, signature] = HEADER.exec(header(req, "authorization") ?? "") ?? [];
  if (credential === undefined || names === undefined || signature === undefined) throw accessDenied();
  const amzDate = header(req, "x-amz-date") ?? "";
  requireValidTime(amzDate, now);
  const [accessKeyId, ...scope] = credential.split("/");
  if (accessKeyId !== credentials.accessKeyId) {
    const message = "The AWS Access Key Id you provided does not exist in our records.";
    throw new S3Error(403, "InvalidAccessKeyId", message);
  }
  const headers = names
    .split(";")
    .map((name) => `${name}:${(header(req, name) ?? "").trim().replace(/ +/g, " ")}\n`);
  const payloadHash = header(req, "x-amz-content-sha256") ?? "UNSIGNED-PAYLOAD";
  const request = [req.method, path, canonicalQuery(search), headers.join(""), names, payloadHash].join("\n");
  const stringToSign = ["AWS4-HMAC-SHA256", amzDate, scope.join("/"), sha256Hex(request)].join("\n");
  if (signatureOf(credentials.secretAccessKey, scope, stringToSign) !== signature) throw signatureMismatch();
}

/** The signature of a text under a scope `[date, region, service, …]`, in hexadecimal. */
export function signatureOf(secret: string, scope: readonly string[], text: string): string {
  const [date = "", region = "", service = ""] = scope;
  const signingKey = [date, region, service, "aws4_request"].reduce<string | Buffer>(
    (key, scopePart) => createHmac("sha256", key).update(scopePart).digest(),
    `AWS4${secret}`,
  );
  return createHmac("sha256", signingKey).update(text).digest("hex");
}

/** Throws unless `amzDate` is a time in the basic format of ISO 8601, and near `now`. */
function requireValidTime(amzDate: string, now: number): void {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(amzDate) ?? [];
  const signedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (!(Math.abs(signedAt - now) <= MAX_SKEW_MS))
    throw new S3Error(403, "RequestTimeTooSkewed", "The request time and ours differ too much.");
}

/** The parameters in AWS's encoding, sorted by name. */
function canonicalQuery(search: string): string {
  return [...new URLSearchParams(search)]
    .map(([name, value]) => `${encodeForAws(name)}=${encodeForAws(value)}`)
    .sort()
    .join("&");
}

function encodeForAws(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
