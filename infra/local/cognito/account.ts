import { randomInt } from "node:crypto";
import * as z from "zod/mini";
import { brand } from "../../../shared/site/brand.ts";
import { hashed, putUser, type User } from "./directory.ts";
import { CognitoFault, invalidParameter, limitExceeded, wrongCode, wrongPassword } from "./fault.ts";
import { requireClient, requireStrong, type Pool } from "./pool.ts";
import { isPassword } from "./srp.ts";

const CODE_LIFE_MS = 60 * 60 * 1_000;

const forgot = z.object({ ClientId: z.string(), Username: z.string() });
const confirm = z.object({ ...forgot.shape, ConfirmationCode: z.string(), Password: z.string() });
const change = z.object({
  AccessToken: z.string(),
  PreviousPassword: z.string(),
  ProposedPassword: z.string(),
});
const withAccessToken = z.object({ AccessToken: z.string() });
const withToken = z.object({ ClientId: z.string(), Token: z.string() });
const withRefreshToken = z.object({ ClientId: z.string(), RefreshToken: z.string() });

/** ForgotPassword: mails a code; an unknown address gets the same answer. */
export function forgotPassword(pool: Pool, input: unknown): unknown {
  const { ClientId, Username } = forgot.parse(input);
  requireClient(pool, ClientId);
  const email = Username.trim().toLowerCase();
  const limit = `sent:${email}`;
  if (pool.attempts.reset.isLocked(limit)) throw limitExceeded();
  pool.attempts.reset.failed(limit);
  const user = pool.directory.byEmail(email);
  if (user) {
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    const reset = { codeHash: hashed(code), expiresAt: pool.now() + CODE_LIFE_MS };
    pool.directory.journal.commit(pool.directory.users.put(user.username, { ...user, reset }));
    const subject = `Your ${brand.name} verification code`;
    pool.sendMail({ to: user.email, subject, text: `Your password reset code is ${code}` });
  }
  return {
    CodeDeliveryDetails: { AttributeName: "email", DeliveryMedium: "EMAIL", Destination: masked(email) },
  };
}

/** ConfirmForgotPassword: the mailed code and a new password. */
export function confirmForgotPassword(pool: Pool, input: unknown): unknown {
  const { ClientId, Username, ConfirmationCode, Password } = confirm.parse(input);
  requireClient(pool, ClientId);
  const email = Username.trim().toLowerCase();
  if (pool.attempts.reset.isLocked(email)) throw limitExceeded();
  requireStrong(Password);
  const user = pool.directory.byEmail(email);
  if (user?.reset?.codeHash !== hashed(ConfirmationCode)) {
    pool.attempts.reset.failed(email);
    throw wrongCode();
  }
  if (user.reset.expiresAt <= pool.now()) {
    throw new CognitoFault("ExpiredCodeException", "Invalid code provided, please request a code again.");
  }
  const { reset: _used, ...changed } = putUser(
    pool.directory,
    pool.name,
    { email, password: Password },
    pool.now(),
  );
  pool.directory.journal.commit(pool.directory.users.put(changed.username, changed));
  pool.attempts.reset.succeeded(email);
  pool.attempts.signIn.succeeded(email);
  return {};
}

/** ChangePassword of the one who is signed in. */
export function changePassword(pool: Pool, input: unknown): unknown {
  const { AccessToken, PreviousPassword, ProposedPassword } = change.parse(input);
  const user = pool.tokens.userOf(AccessToken);
  if (pool.attempts.signIn.isLocked(user.email)) throw limitExceeded();
  if (!isPassword(pool.name, user.username, PreviousPassword, user)) {
    pool.attempts.signIn.failed(user.email);
    throw wrongPassword();
  }
  requireStrong(ProposedPassword);
  putUser(pool.directory, pool.name, { email: user.email, password: ProposedPassword }, pool.now());
  return {};
}

export function getUser(pool: Pool, input: unknown): unknown {
  const user = pool.tokens.userOf(withAccessToken.parse(input).AccessToken);
  const factors = user.totp?.enabled === true ? ["SOFTWARE_TOKEN_MFA"] : [];
  return {
    Username: user.username,
    UserAttributes: attributesOf(user),
    ...(factors.length > 0 ? { UserMFASettingList: factors, PreferredMfaSetting: factors[0] } : {}),
  };
}

export function attributesOf(user: User) {
  return [
    { Name: "email", Value: user.email },
    { Name: "email_verified", Value: "true" },
    { Name: "sub", Value: user.username },
  ];
}

export function getTokensFromRefreshToken(pool: Pool, input: unknown): unknown {
  const { ClientId, RefreshToken } = withRefreshToken.parse(input);
  requireClient(pool, ClientId);
  return { AuthenticationResult: pool.tokens.refresh(RefreshToken) };
}

export function revokeToken(pool: Pool, input: unknown): unknown {
  const { ClientId, Token } = withToken.parse(input);
  requireClient(pool, ClientId);
  if (Token.split(".").length === 3)
    throw invalidParameter("Invalid token: only refresh tokens can be revoked");
  pool.tokens.revoke(Token);
  return {};
}

export function globalSignOut(pool: Pool, input: unknown): unknown {
  pool.tokens.revokeAll(pool.tokens.userOf(withAccessToken.parse(input).AccessToken));
  return {};
}

/** `ada@example.com` as `a***@e***`. */
function masked(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  return `${local.slice(0, 1)}***@${domain.slice(0, 1)}***`;
}
