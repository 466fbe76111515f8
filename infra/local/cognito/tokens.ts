import { createPrivateKey, createPublicKey, randomBytes, randomUUID, sign, verify } from "node:crypto";
import * as z from "zod/mini";
import type { Directory, RefreshSession, User } from "./directory.ts";
import { sha256Hex } from "../util/sha256.ts";
import { AwsError } from "../util/aws-json.ts";
import { disabledUser, unknownUser } from "./errors.ts";

const TOKEN_LIFETIME_S = 3_600;
const REFRESH_LIFETIME_MS = 7 * 24 * TOKEN_LIFETIME_S * 1_000;

const accessClaims = z.object({
  token_use: z.literal("access"),
  sub: z.string(),
  origin_jti: z.string(),
  iat: z.number(),
  exp: z.number(),
});

/** The public half of the signing key, as `jwks.json` lists it. */
export type PublicJwk = { kty: "RSA"; n: string; e: string; kid: string; alg: "RS256"; use: "sig" };

export interface TokenSettings {
  directory: Directory;
  issuer: string;
  clientId: string;
  /** ms */
  now: () => number;
}

/** Issues id, access and refresh tokens with the claims that Cognito documents, and checks access and refresh tokens. */
export function createTokens({ directory, issuer, clientId, now }: TokenSettings) {
  const privateKey = createPrivateKey({ key: directory.privateKey, format: "jwk" });
  const publicKey = createPublicKey(privateKey);
  const kid = sha256Hex(String(directory.privateKey.n)).slice(0, 44);
  const { n = "", e = "" } = publicKey.export({ format: "jwk" });
  const jwk: PublicJwk = { kty: "RSA", n, e, kid, alg: "RS256", use: "sig" };

  function signJwt(claims: Record<string, unknown>): string {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const signingInput = `${encode({ kid, alg: "RS256" })}.${encode(claims)}`;
    return `${signingInput}.${sign("sha256", Buffer.from(signingInput), privateKey).toString("base64url")}`;
  }

  /** Id and access tokens for a session that began at `authTime` (seconds). */
  function issueTokens(user: User, { originJti, authTime }: Pick<RefreshSession, "originJti" | "authTime">) {
    const iat = Math.floor(now() / 1_000);
    const claims = {
      sub: user.username,
      ...(user.groups.length > 0 ? { "cognito:groups": user.groups } : {}),
      iss: issuer,
      origin_jti: originJti,
      event_id: randomUUID(),
      auth_time: authTime,
      iat,
      exp: iat + TOKEN_LIFETIME_S,
    };
    const accessFields = { client_id: clientId, token_use: "access", scope: "aws.cognito.signin.user.admin" };
    const { email, emailVerified: email_verified = true } = user;
    const idFields = { aud: clientId, token_use: "id", email, email_verified };
    return {
      AccessToken: signJwt({ ...claims, ...accessFields, username: user.username, jti: randomUUID() }),
      IdToken: signJwt({ ...claims, ...idFields, "cognito:username": user.username, jti: randomUUID() }),
      ExpiresIn: TOKEN_LIFETIME_S,
      TokenType: "Bearer",
    };
  }

  return {
    jwks: () => ({ keys: [jwk] }),

    /** The three tokens of a new session. */
    signIn(user: User) {
      const token = randomBytes(48).toString("base64url");
      const session = { originJti: randomUUID(), authTime: Math.floor(now() / 1_000) };
      const row = { ...session, username: user.username, expiresAt: now() + REFRESH_LIFETIME_MS };
      const expiredSessions = directory.sessions.entries().filter(([, { expiresAt }]) => expiresAt <= now());
      directory.journal.commit(
        ...expiredSessions.map(([id]) => directory.sessions.deleteWrite(id)),
        directory.sessions.putWrite(sha256Hex(token), row),
      );
      return { ...issueTokens(user, session), RefreshToken: token };
    },

    /** New id and access tokens. Throws for an invalid or expired refresh token, or a disabled user. */
    refresh(token: string) {
      const row = directory.sessions.get(sha256Hex(token));
      const user = row && directory.users.get(row.username);
      if (!row || !user) throw new AwsError("NotAuthorizedException", "Invalid Refresh Token");
      if (row.expiresAt <= now()) throw new AwsError("NotAuthorizedException", "Refresh Token has expired");
      if (user.disabled === true) throw disabledUser();
      return issueTokens(user, row);
    },

    /** Ends the session with this refresh token. */
    revoke(token: string): void {
      directory.journal.commit(directory.sessions.deleteWrite(sha256Hex(token)));
    },

    revokeAll(user: User): void {
      const userSessions = directory.sessions.entries().filter(([, row]) => row.username === user.username);
      directory.journal.commit(...userSessions.map(([id]) => directory.sessions.deleteWrite(id)));
    },

    /** The user of an access token. Throws if it is invalid, expired or revoked, or the user is gone or disabled. */
    userOf(accessToken: string): User {
      const claims = readClaims(accessToken);
      if (!claims) throw new AwsError("NotAuthorizedException", "Invalid Access Token");
      if (claims.exp * 1_000 <= now())
        throw new AwsError("NotAuthorizedException", "Access Token has expired");
      const user = directory.users.get(claims.sub);
      const isSessionOpen = directory.sessions.all().some((row) => row.originJti === claims.origin_jti);
      if (!user) throw unknownUser();
      if (user.disabled === true) throw disabledUser();
      if (!isSessionOpen) throw new AwsError("NotAuthorizedException", "Access Token has been revoked");
      return user;
    },
  };

  function readClaims(token: string): z.infer<typeof accessClaims> | undefined {
    const [head = "", body = "", signature = "", extra] = token.split(".");
    const signedData = Buffer.from(`${head}.${body}`);
    if (extra !== undefined || !verify("sha256", signedData, publicKey, Buffer.from(signature, "base64url")))
      return undefined;
    const claims = z.safeParse(accessClaims, JSON.parse(Buffer.from(body, "base64url").toString()));
    return claims.success ? claims.data : undefined;
  }
}
export type Tokens = ReturnType<typeof createTokens>;
