import { randomInt } from "node:crypto";
import * as z from "zod/mini";
import { brand } from "../../../shared/site/brand.ts";
import { hashed, putUser } from "./directory.ts";
import { AwsError } from "../util/aws-json.ts";
import { invalidParameter, limitExceeded, wrongCode, wrongPassword } from "./errors.ts";
import { requireClient, requireStrong, type Operations } from "./pool.ts";
import { isPassword } from "./srp.ts";

const CODE_LIFE_MS = 60 * 60 * 1_000;

const forgot = z.object({ ClientId: z.string(), Username: z.string() });
const confirm = z.object({ ...forgot.shape, ConfirmationCode: z.string(), Password: z.string() });
const change = z.object({
  ...{ AccessToken: z.string(), PreviousPassword: z.string(), ProposedPassword: z.string() },
});
const withAccessToken = z.object({ AccessToken: z.string() });
const withToken = z.object({ ClientId: z.string(), Token: z.string() });
const withRefreshToken = z.object({ ClientId: z.string(), RefreshToken: z.string() });

const normalized = (email: string): string => email.trim().toLowerCase();

export const accountOperations: Operations = {
  /** Mails a code; an unknown address gets the same answer and no mail. */
  ForgotPassword(pool, input) {
    const { ClientId, Username } = forgot.parse(input);
    requireClient(pool, ClientId);
    const email = normalized(Username);
    const limit = `sent:${email}`;
    if (pool.attempts.reset.isLocked(limit)) throw limitExceeded();
    pool.attempts.reset.failed(limit);
    const user = pool.directory.byEmail(email);
    if (user) {
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      const reset = { codeHash: hashed(code), expiresAt: pool.now() + CODE_LIFE_MS };
      pool.directory.save({ ...user, reset });
      const subject = `Your ${brand.name} verification code`;
      pool.sendMail({ to: user.email, subject, text: `Your password reset code is ${code}` });
    }
    const delivery = { AttributeName: "email", DeliveryMedium: "EMAIL", Destination: masked(email) };
    return { CodeDeliveryDetails: delivery };
  },

  /** Sets a new password with the mailed code. */
  ConfirmForgotPassword(pool, input) {
    const { ClientId, Username, ConfirmationCode, Password } = confirm.parse(input);
    requireClient(pool, ClientId);
    const email = normalized(Username);
    if (pool.attempts.reset.isLocked(email)) throw limitExceeded();
    requireStrong(Password);
    const user = pool.directory.byEmail(email);
    if (user?.reset?.codeHash !== hashed(ConfirmationCode)) {
      pool.attempts.reset.failed(email);
      throw wrongCode();
    }
    if (user.reset.expiresAt <= pool.now())
      throw new AwsError("ExpiredCodeException", "Invalid code provided, please request a code again.");
    const { reset: _, ...changed } = putUser(pool, { email, password: Password });
    pool.directory.save(changed);
    pool.attempts.reset.succeeded(email);
    pool.attempts.signIn.succeeded(email);
    return {};
  },

  ChangePassword(pool, input) {
    const { AccessToken, PreviousPassword, ProposedPassword } = change.parse(input);
    const user = pool.tokens.userOf(AccessToken);
    if (pool.attempts.signIn.isLocked(user.email)) throw limitExceeded();
    if (!isPassword(pool.name, user.username, PreviousPassword, user)) {
      pool.attempts.signIn.failed(user.email);
      throw wrongPassword();
    }
    requireStrong(ProposedPassword);
    putUser(pool, { email: user.email, password: ProposedPassword });
    return {};
  },

  GetUser(pool, input) {
    const user = pool.tokens.userOf(withAccessToken.parse(input).AccessToken);
    const factor = "SOFTWARE_TOKEN_MFA";
    const factors = { UserMFASettingList: [factor], PreferredMfaSetting: factor };
    return {
      Username: user.username,
      UserAttributes: [
        { Name: "email", Value: user.email },
        { Name: "email_verified", Value: "true" },
        { Name: "sub", Value: user.username },
      ],
      ...(user.totp?.enabled === true && factors),
    };
  },

  GetTokensFromRefreshToken(pool, input) {
    const { ClientId, RefreshToken } = withRefreshToken.parse(input);
    requireClient(pool, ClientId);
    return { AuthenticationResult: pool.tokens.refresh(RefreshToken) };
  },

  RevokeToken(pool, input) {
    const { ClientId, Token } = withToken.parse(input);
    requireClient(pool, ClientId);
    if (Token.split(".").length === 3)
      throw invalidParameter("Invalid token: only refresh tokens can be revoked");
    pool.tokens.revoke(Token);
    return {};
  },

  GlobalSignOut(pool, input) {
    pool.tokens.revokeAll(pool.tokens.userOf(withAccessToken.parse(input).AccessToken));
    return {};
  },
};

/** `ada@example.com` as `a***@e***`. */
function masked(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  return `${local.slice(0, 1)}***@${domain.slice(0, 1)}***`;
}
