import type { JsonWebKey } from "node:crypto";
import { JwtVerifier } from "aws-jwt-verify";
import type { Jwks } from "aws-jwt-verify/jwk";

type Options = {
  issuer: string;
  /** A token is accepted if its `aud`, or without one its `client_id`, is among these. */
  audience: string[];
  /** The issuer's current public keys. */
  jwks: () => { keys: JsonWebKey[] };
};

export type Claims = Record<string, unknown>;
/** Returns the claims of an Authorization header's token, or undefined when API Gateway would answer 401. */
export type Authorizer = (authorization: string | undefined) => Claims | undefined;

/**
 * An HTTP API's JWT authorizer: RS256 by the issuer's keys, `iss`, `aud` or `client_id`, `exp`, `nbf` and `iat`
 * (docs.aws.amazon.com, "Control access to HTTP APIs with JWT authorizers"). It accepts id tokens and access tokens.
 */
export function createAuthorizer({ issuer, audience, jwks }: Options): Authorizer {
  const verifier = JwtVerifier.create({ issuer, audience: null, jwksUri: `${issuer}/.well-known/jwks.json` });
  return (authorization) => {
    const token = authorization?.replace(/^Bearer\s+/i, "").trim();
    if (!token || headerOf(token)?.["alg"] !== "RS256") return undefined;
    try {
      // The keys are the emulator's own, in the shape that RFC 7517 gives them.
      verifier.cacheJwks(jwks() as Jwks);
      const claims = verifier.verifySync(token);
      const { aud, client_id: client, exp, iat } = claims as Claims;
      const audiences = aud === undefined ? [client] : [aud].flat();
      const isForUs = audiences.some((value) => typeof value === "string" && audience.includes(value));
      const isCurrent =
        typeof exp === "number" && (iat === undefined || Number(iat) <= Date.now() / 1000 + 1);
      return isForUs && isCurrent ? claims : undefined;
    } catch {
      return undefined;
    }
  };
}

function headerOf(token: string): Claims | undefined {
  try {
    return JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()) as Claims;
  } catch {
    return undefined;
  }
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asText).join(" ")}]`;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Claims as an HTTP API passes them to a function: every value is text, and a list is "[a b]". */
export const claimsAsText = (claims: Claims): Record<string, string> =>
  Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, asText(value)]));
