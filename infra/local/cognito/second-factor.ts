import * as z from "zod/mini";
import { AwsError, invalidParameter } from "../util/aws-json.ts";
import type { Operations, Pool } from "./pool.ts";
import { userInChallenge } from "./sign-in.ts";
import { matchingStep, newTotpSecret } from "./totp.ts";

const associateInput = z.object({ AccessToken: z.optional(z.string()), Session: z.optional(z.string()) });
const verifyInput = z.object({ ...associateInput.shape, UserCode: z.string() });
const preferenceInput = z.object({
  AccessToken: z.string(),
  SoftwareTokenMfaSettings: z.optional(z.object({ Enabled: z.optional(z.boolean()) })),
});

export const secondFactorOperations: Operations = {
  AssociateSoftwareToken(pool, input) {
    const { AccessToken, Session } = associateInput.parse(input);
    const user = userOf(pool, AccessToken, Session);
    const SecretCode = newTotpSecret();
    pool.directory.save({ ...user, newTotpSecret: SecretCode });
    return { SecretCode, Session };
  },

  /** Verifies a code of the user's new authenticator app. The new app replaces an earlier app. */
  VerifySoftwareToken(pool, input) {
    const { AccessToken, Session, UserCode } = verifyInput.parse(input);
    const user = userOf(pool, AccessToken, Session);
    const secret = user.newTotpSecret;
    if (secret === undefined) throw invalidParameter("Software token has not been associated");
    const step = matchingStep(secret, UserCode, pool.now());
    if (step === undefined) throw new AwsError("EnableSoftwareTokenMFAException", "Code mismatch");
    // Only SetUserMFAPreference turns an app on. A pool that requires a second factor asks for codes of a verified app too.
    pool.directory.save({ ...user, totp: { secret, enabled: user.totp?.enabled === true, lastStep: step } });
    return { Status: "SUCCESS", Session };
  },

  SetUserMFAPreference(pool, input) {
    const { AccessToken, SoftwareTokenMfaSettings: settings } = preferenceInput.parse(input);
    const user = pool.tokens.userOf(AccessToken);
    const enabled = settings?.Enabled === true;
    if (!enabled && pool.requiresSecondFactor) throw invalidParameter("MFA is required in this user pool");
    if (enabled && !user.totp) throw invalidParameter("User has not verified software token mfa");
    if (user.totp) pool.directory.save({ ...user, totp: { ...user.totp, enabled } });
  },
};

/** The user of the access token or, without one, of the sign-in `session` whose challenge is MFA_SETUP. */
const userOf = (pool: Pool, accessToken: string | undefined, session = "") =>
  accessToken === undefined ? userInChallenge(pool, session, "MFA_SETUP") : pool.tokens.userOf(accessToken);
