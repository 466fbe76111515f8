import { createPrivateKey, createPublicKey, randomBytes, randomUUID, sign, verify } from "node:crypto";
import * as z from "zod/mini";
import { hashed, type Directory, type Refresh, type User } from "./directory.ts";
import { AwsError } from "../util/aws-json.ts";
import { disabledUser, unknownUser } from "./errors.ts";

const HOUR_S = 3_600;
const REFRESH_MS = 7 * 24 * HOUR_S * 1_000;

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

/** Issues and checks id, access and refresh tokens with the claims that Cognito documents. */
export function createTokens({ directory, issuer, clientId, now }: TokenSettings) {
  const privateKey = createPrivateKey({ key: directory.privateKey, format: "jwk" });
  const publicKey = createPublicKey(privateKey);
  const kid = hashed(String(directory.privateKey.n)).slice(0, 44);
  const { n = "", e = "" } = publicKey.export({ format: "jwk" });
  const jwk: PublicJwk = { kty: "RSA", n, e, kid, alg: "RS256", use: "sig" };

  function jwt(claims: Record<string, unknown>): string {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const body = `${part({ kid, alg: "RS256" })}.${part(claims)}`;
    return `${body}.${sign("sha256", Buffer.from(body), privateKey).toString("base64url")}`;
  }

  /** Id and access tokens for a session that began at `authTime` (seconds). */
  function issue(user: User, { originJti, authTime }: Pick<Refresh, "originJti" | "authTime">) {
    const iat = Math.floor(now() / 1_000);
    const shared = {
      sub: user.username,
      ...(user.groups.length > 0 ? { "cognito:groups": user.groups } : {}),
      iss: issuer,
      origin_jti: originJti,
      event_id: randomUUID(),
      auth_time: authTime,
      iat,
      exp: iat + HOUR_S,
    };
    const access = { client_id: clientId, token_use: "access", scope: "aws.cognito.signin.user.admin" };
    const id = { aud: clientId, token_use: "id", email: user.email, email_verified: true };
    return {
      AccessToken: jwt({ ...shared, ...access, username: user.username, jti: randomUUID() }),
      IdToken: jwt({ ...shared, ...id, "cognito:username": user.username, jti: randomUUID() }),
      ExpiresIn: HOUR_S,
      TokenType: "Bearer",
    };
  }

  return {
    jwks: () => ({ keys: [jwk] }),

    /** The three tokens of a new session. */
    signIn(user: User) {
      const token = randomBytes(48).toString("base64url");
      const session = { originJti: randomUUID(), authTime: Math.floor(now() / 1_000) };
      const row = { ...session, username: user.username, expiresAt: now() + REFRESH_MS };
      const expired = directory.refresh.entries().filter(([, old]) => old.expiresAt <= now());
      directory.journal.commit(
        ...expired.map(([id]) => directory.refresh.dropWrite(id)),
        directory.refresh.putWrite(hashed(token), row),
      );
      return { ...issue(user, session), RefreshToken: token };
    },

    /** New id and access tokens; throws NotAuthorizedException when the refresh token is invalid or expired. */
    refresh(token: string) {
      const row = directory.refresh.get(hashed(token));
      const user = row && directory.users.get(row.username);
      if (!row || !user) throw new AwsError("NotAuthorizedException", "Invalid Refresh Token");
      if (row.expiresAt <= now()) throw new AwsError("NotAuthorizedException", "Refresh Token has expired");
      if (user.disabled === true) throw disabledUser();
      return issue(user, row);
    },

    /** Ends one session, by its refresh token. */
    revoke(token: string): void {
      directory.journal.commit(directory.refresh.dropWrite(hashed(token)));
    },

    /** Ends every session of a user. */
    revokeAll(user: User): void {
      const own = directory.refresh.entries().filter(([, row]) => row.username === user.username);
      directory.journal.commit(...own.map(([id]) => directory.refresh.dropWrite(id)));
    },

    /** The user of a valid access token; throws when it is expired or revoked, or the user is disabled. */
    userOf(accessToken: string): User {
      const claims = read(accessToken);
      if (!claims) throw new AwsError("NotAuthorizedException", "Invalid Access Token");
      if (claims.exp * 1_000 <= now())
        throw new AwsError("NotAuthorizedException", "Access Token has expired");
      const user = directory.users.get(claims.sub);
      const alive = directory.refresh.all().some((row) => row.originJti === claims.origin_jti);
      if (!user) throw unknownUser();
      if (user.disabled === true) throw disabledUser();
      if (!alive) throw new AwsError("NotAuthorizedException", "Access Token has been revoked");
      return user;
    },
  };

  function read(token: string): z.infer<typeof accessClaims> | undefined {
    const [head = "", body = "", signature = "", more] = token.split(".");
    const signed = Buffer.from(`${head}.${body}`);
    if (more !== undefined || !verify("sha256", signed, publicKey, Buffer.from(signature, "base64url")))
      return undefined;
    const claims = z.safeParse(accessClaims, JSON.parse(Buffer.from(body, "base64url").toString()));
    return claims.success ? claims.data : undefined;
  }
}
export type Tokens = ReturnType<typeof createTokens>;
