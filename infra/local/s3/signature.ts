import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { header } from "../util/http.ts";
import { accessDenied, S3Fault, signatureMismatch } from "./fault.ts";

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** Clocks may differ by a quarter of an hour. */
const SKEW_MS = 15 * 60 * 1_000;
const LONGEST_S = 7 * 24 * 60 * 60;

/** The signature's parts, from the query of a presigned URL or from the Authorization header. */
interface Claim {
  credential: string;
  signedHeaders: string[];
  signature: string;
  amzDate: string;
  payloadHash: string;
  expiresS: number | undefined;
}

/**
 * Checks a request's signature version 4, presigned or in its header; throws AccessDenied without one.
 * `paths` are the paths under which the client may have known this server: a mount takes its prefix off.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
export function requireSignature(
  req: IncomingMessage,
  {
    search,
    paths,
    credentials,
    now,
  }: { search: string; paths: string[]; credentials: Credentials; now: number },
): void {
  const claim = claimOf(req, new URLSearchParams(search));
  requireTime(claim, now);
  const scope = claim.credential.split("/").slice(1);
  if (claim.credential.split("/")[0] !== credentials.accessKeyId) {
    throw new S3Fault(
      403,
      "InvalidAccessKeyId",
      "The AWS Access Key Id you provided does not exist in our records.",
    );
  }
  const headers = claim.signedHeaders.map(
    (name) => `${name}:${(header(req, name) ?? "").trim().replace(/ +/g, " ")}\n`,
  );
  const good = paths.some((path) => {
    const canonical = [
      req.method,
      path,
      canonicalQuery(search),
      headers.join(""),
      claim.signedHeaders.join(";"),
      claim.payloadHash,
    ].join("\n");
    const text = ["AWS4-HMAC-SHA256", claim.amzDate, scope.join("/"), sha256(canonical)].join("\n");
    return isSame(signatureOf(credentials.secretAccessKey, scope, text), claim.signature);
  });
  if (!good) throw signatureMismatch();
}

/** The signature of a text under a scope `[date, region, service, …]`, in hexadecimal. */
export function signatureOf(secret: string, scope: readonly string[], text: string): string {
  const [date = "", region = "", service = ""] = scope;
  const key = [date, region, service, "aws4_request"].reduce<string | Buffer>(
    (last, part) => createHmac("sha256", last).update(part).digest(),
    `AWS4${secret}`,
  );
  return createHmac("sha256", key).update(text).digest("hex");
}

export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function claimOf(req: IncomingMessage, query: URLSearchParams): Claim {
  if (query.has("X-Amz-Signature")) {
    const value = (name: string) => query.get(name) ?? "";
    return {
      credential: value("X-Amz-Credential"),
      signedHeaders: value("X-Amz-SignedHeaders").split(";"),
      signature: value("X-Amz-Signature"),
      amzDate: value("X-Amz-Date"),
      payloadHash: query.get("X-Amz-Content-Sha256") ?? "UNSIGNED-PAYLOAD",
      expiresS: Number(value("X-Amz-Expires")),
    };
  }
  const authorization = header(req, "authorization") ?? "";
  const [, credential, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]+)$/.exec(
      authorization,
    ) ?? [];
  if (credential === undefined || signed === undefined || signature === undefined) throw accessDenied();
  return {
    credential,
    signedHeaders: signed.split(";"),
    signature,
    amzDate: header(req, "x-amz-date") ?? "",
    payloadHash: header(req, "x-amz-content-sha256") ?? "UNSIGNED-PAYLOAD",
    expiresS: undefined,
  };
}

function requireTime({ amzDate, expiresS }: Claim, now: number): void {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(amzDate) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(at) || at > now + SKEW_MS) throw accessDenied("Request is not valid yet");
  if (expiresS === undefined) {
    if (at < now - SKEW_MS)
      throw new S3Fault(403, "RequestTimeTooSkewed", "The request time and ours differ too much.");
    return;
  }
  if (!Number.isInteger(expiresS) || expiresS < 1 || expiresS > LONGEST_S)
    throw accessDenied("X-Amz-Expires is out of range");
  if (now > at + expiresS * 1_000) throw accessDenied("Request has expired");
}

/** Sorted by name, each part encoded as AWS does it. */
function canonicalQuery(search: string): string {
  return [...new URLSearchParams(search)]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
