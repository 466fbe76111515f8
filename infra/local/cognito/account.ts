import { randomInt } from "node:crypto";
import * as z from "zod/mini";
import { brand } from "../../../shared/site/brand.ts";
import { normalizeEmail, putUser } from "./directory.ts";
import { sha256Hex } from "../util/sha256.ts";
import { AwsError, invalidParameter } from "../util/aws-json.ts";
import { limitExceeded, wrongCode, wrongPassword } from "./errors.ts";
import { requireClient, requireStrongPassword, type Operations } from "./pool.ts";
import { isCorrectPassword } from "./srp.ts";

const CODE_LIFETIME_MS = 60 * 60 * 1_000;

const forgotInput = z.object({ ClientId: z.string(), Username: z.string() });
const confirmForgotInput = z.extend(forgotInput, { ConfirmationCode: z.string(), Password: z.string() });
const accessTokenInput = z.object({ AccessToken: z.string() });
const changePasswordInput = z.extend(accessTokenInput, {
  PreviousPassword: z.string(),
  ProposedPassword: z.string(),
});
const revokeInput = z.object({ ClientId: z.string(), Token: z.string() });
const refreshInput = z.object({ ClientId: z.string(), RefreshToken: z.string() });

export const accountOperations: Operations = {
  /** Mails a code, unless the account has its temporary password. For an unknown or unverified address there is no mail. */
  ForgotPassword(pool, input) {
    const { ClientId, Username } = forgotInput.parse(input);
    requireClient(pool, ClientId);
    const email = normalizeEmail(Username);
    // Each request counts like a failure, so the lockout limits the number of codes.
    const lockoutName = `sent:${email}`;
    if (pool.lockouts.reset.isLocked(lockoutName)) throw limitExceeded();
    pool.lockouts.reset.recordFailure(lockoutName);
    const user = pool.directory.findByEmail(email);
    if (user?.status === "FORCE_CHANGE_PASSWORD")
      throw new AwsError("NotAuthorizedException", "User password cannot be reset in the current state.");
    if (user && user.emailVerified !== false) {
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      const reset = { codeHash: sha256Hex(code), expiresAt: pool.now() + CODE_LIFETIME_MS };
      pool.directory.save({ ...user, reset });
      const subject = `Your ${brand.name} verification code`;
      pool.sendMail({ to: user.email, subject, text: `Your password reset code is ${code}` });
    }
    const Destination = email.replace(/^(.?).*@(.?).*$/, "$1***@$2***");
    return { CodeDeliveryDetails: { AttributeName: "email", DeliveryMedium: "EMAIL", Destination } };
  },

  ConfirmForgotPassword(pool, input) {
    const { ClientId, Username, ConfirmationCode, Password } = confirmForgotInput.parse(input);
    requireClient(pool, ClientId);
    const email = normalizeEmail(Username);
    if (pool.lockouts.reset.isLocked(email)) throw limitExceeded();
    requireStrongPassword(Password);
    const user = pool.directory.findByEmail(email);
    if (user?.reset?.codeHash !== sha256Hex(ConfirmationCode)) {
      pool.lockouts.reset.recordFailure(email);
      throw wrongCode();
    }
    if (user.reset.expiresAt <= pool.now())
      throw new AwsError("ExpiredCodeException", "Invalid code provided, please request a code again.");
    const { reset: _, ...updatedUser } = putUser(pool, { email, password: Password });
    pool.directory.save(updatedUser);
    pool.lockouts.reset.recordSuccess(email);
    pool.lockouts.signIn.recordSuccess(email);
  },

  ChangePassword(pool, input) {
    const { AccessToken, PreviousPassword, ProposedPassword } = changePasswordInput.parse(input);
    const user = pool.tokens.userOf(AccessToken);
    if (pool.lockouts.signIn.isLocked(user.email)) throw limitExceeded();
    if (!isCorrectPassword(pool.name, user.username, PreviousPassword, user)) {
      pool.lockouts.signIn.recordFailure(user.email);
      throw wrongPassword();
    }
    requireStrongPassword(ProposedPassword);
    putUser(pool, { email: user.email, password: ProposedPassword });
  },

  GetUser(pool, input) {
    const user = pool.tokens.userOf(accessTokenInput.parse(input).AccessToken);
    const factor = "SOFTWARE_TOKEN_MFA";
    const mfaSettings = { UserMFASettingList: [factor], PreferredMfaSetting: factor };
    return {
      Username: user.username,
      UserAttributes: [
        { Name: "email", Value: user.email },
        { Name: "email_verified", Value: String(user.emailVerified !== false) },
        { Name: "sub", Value: user.username },
      ],
      ...(user.totp?.enabled === true && mfaSettings),
    };
  },

  GetTokensFromRefreshToken(pool, input) {
    const { ClientId, RefreshToken } = refreshInput.parse(input);
    requireClient(pool, ClientId);
    return { AuthenticationResult: pool.tokens.refresh(RefreshToken) };
  },

  RevokeToken(pool, input) {
    const { ClientId, Token } = revokeInput.parse(input);
    requireClient(pool, ClientId);
    if (Token.split(".").length === 3)
      throw invalidParameter("Invalid token: only refresh tokens can be revoked");
    pool.tokens.revoke(Token);
  },

  GlobalSignOut(pool, input) {
    pool.tokens.revokeAll(pool.tokens.userOf(accessTokenInput.parse(input).AccessToken));
  },
};
