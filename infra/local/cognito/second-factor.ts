import * as z from "zod/mini";
import { CognitoFault, invalidParameter } from "./fault.ts";
import type { Pool } from "./pool.ts";
import { matchingStep, newTotpSecret } from "./totp.ts";

const associate = z.object({ AccessToken: z.string() });
const verify = z.object({ AccessToken: z.string(), UserCode: z.string() });
const prefer = z.object({
  AccessToken: z.string(),
  SoftwareTokenMfaSettings: z.optional(z.object({ Enabled: z.optional(z.boolean()) })),
});

/** AssociateSoftwareToken: a new secret, of no effect until a code of it was shown. */
export function associateSoftwareToken(pool: Pool, input: unknown): unknown {
  const user = pool.tokens.userOf(associate.parse(input).AccessToken);
  const secret = newTotpSecret();
  const totp = { secret, verified: false, enabled: false, lastStep: 0 };
  pool.directory.journal.commit(pool.directory.users.put(user.username, { ...user, totp }));
  return { SecretCode: secret };
}

/** VerifySoftwareToken: the app has the secret. */
export function verifySoftwareToken(pool: Pool, input: unknown): unknown {
  const { AccessToken, UserCode } = verify.parse(input);
  const user = pool.tokens.userOf(AccessToken);
  if (!user.totp) throw invalidParameter("Software token has not been associated");
  const step = matchingStep(user.totp.secret, UserCode, pool.now());
  if (step === undefined) throw new CognitoFault("EnableSoftwareTokenMFAException", "Code mismatch");
  const totp = { ...user.totp, verified: true, lastStep: step };
  pool.directory.journal.commit(pool.directory.users.put(user.username, { ...user, totp }));
  return { Status: "SUCCESS" };
}

/** SetUserMFAPreference: ask for a code from now on, or no more. */
export function setUserMfaPreference(pool: Pool, input: unknown): unknown {
  const { AccessToken, SoftwareTokenMfaSettings: wish } = prefer.parse(input);
  const user = pool.tokens.userOf(AccessToken);
  const enabled = wish?.Enabled === true;
  if (enabled && user.totp?.verified !== true) {
    throw invalidParameter("User has not verified software token mfa");
  }
  if (user.totp) {
    const totp = { ...user.totp, enabled };
    pool.directory.journal.commit(pool.directory.users.put(user.username, { ...user, totp }));
  }
  return {};
}
