import type { JsonWebKey } from "node:crypto";
import { JwtVerifier } from "aws-jwt-verify";
import type { Jwks } from "aws-jwt-verify/jwk";
import { parseJson } from "../util/parse.ts";

type Options = {
  issuer: string;
  /** Accepted values of a token's `aud`, or of `client_id` if the token has no `aud`. */
  audience: string[];
  /** The issuer's current public keys. */
  jwks: () => { keys: JsonWebKey[] };
};

export type Claims = Record<string, unknown>;
/** Returns the claims of the token in an Authorization header; undefined if API Gateway would answer 401. */
export type Authorizer = (authorization: string | undefined) => Claims | undefined;

/**
 * An HTTP API's JWT authorizer for id and access tokens: checks the RS256 signature, `iss`, `aud` or
 * `client_id`, `exp`, `nbf`, `iat` (docs.aws.amazon.com, "Control access to HTTP APIs with JWT authorizers").
 */
export function createAuthorizer({ issuer, audience, jwks }: Options): Authorizer {
  const verifier = JwtVerifier.create({ issuer, audience: null, jwksUri: `${issuer}/.well-known/jwks.json` });
  return (authorization) => {
    const token = authorization?.replace(/^Bearer\s+/i, "").trim();
    if (!token || headerOf(token)?.["alg"] !== "RS256") return undefined;
    try {
      // The local Cognito writes the keys in the format of RFC 7517, which the type Jwks describes.
      verifier.cacheJwks(jwks() as Jwks);
      const claims = verifier.verifySync(token);
      const { aud, client_id: client, exp, iat } = claims as Claims;
      const audiences = aud === undefined ? [client] : [aud].flat();
      const hasAudience = audiences.some((value) => typeof value === "string" && audience.includes(value));
      const isTimeValid =
        typeof exp === "number" && (iat === undefined || Number(iat) <= Date.now() / 1000 + 1);
      return hasAudience && isTimeValid ? claims : undefined;
    } catch {
      return undefined;
    }
  };
}

const headerOf = (token: string): Claims | undefined =>
  parseJson(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()) as Claims | undefined;

function claimText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(claimText).join(" ")}]`;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Claims in the format that functions get: every value is text, and a list is `[a b]`. */
export const claimsAsText = (claims: Claims): Record<string, string> =>
  Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, claimText(value)]));
