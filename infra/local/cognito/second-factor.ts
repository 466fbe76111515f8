import * as z from "zod/mini";
import { AwsError } from "../util/aws-json.ts";
import { invalidParameter } from "./errors.ts";
import type { Operations } from "./pool.ts";
import { matchingStep, newTotpSecret } from "./totp.ts";

const associateInput = z.object({ AccessToken: z.string() });
const verifyInput = z.object({ AccessToken: z.string(), UserCode: z.string() });
const preferenceInput = z.object({
  AccessToken: z.string(),
  SoftwareTokenMfaSettings: z.optional(z.object({ Enabled: z.optional(z.boolean()) })),
});

export const secondFactorOperations: Operations = {
  /** Creates a secret. The secret has no effect until VerifySoftwareToken. */
  AssociateSoftwareToken(pool, input) {
    const user = pool.tokens.userOf(associateInput.parse(input).AccessToken);
    const secret = newTotpSecret();
    pool.directory.save({ ...user, totp: { secret, verified: false, enabled: false, lastStep: 0 } });
    return { SecretCode: secret };
  },

  /** Verifies the secret with a code from the user's authenticator app. */
  VerifySoftwareToken(pool, input) {
    const { AccessToken, UserCode } = verifyInput.parse(input);
    const user = pool.tokens.userOf(AccessToken);
    if (!user.totp) throw invalidParameter("Software token has not been associated");
    const step = matchingStep(user.totp.secret, UserCode, pool.now());
    if (step === undefined) throw new AwsError("EnableSoftwareTokenMFAException", "Code mismatch");
    pool.directory.save({ ...user, totp: { ...user.totp, verified: true, lastStep: step } });
    return { Status: "SUCCESS" };
  },

  /** Sets whether a sign-in asks for a code. */
  SetUserMFAPreference(pool, input) {
    const { AccessToken, SoftwareTokenMfaSettings: settings } = preferenceInput.parse(input);
    const user = pool.tokens.userOf(AccessToken);
    const enabled = settings?.Enabled === true;
    if (enabled && user.totp?.verified !== true)
      throw invalidParameter("User has not verified software token mfa");
    if (user.totp) pool.directory.save({ ...user, totp: { ...user.totp, enabled } });
    return {};
  },
};
