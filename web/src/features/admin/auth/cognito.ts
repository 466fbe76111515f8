import type { ConfirmSignInOutput, SetUpTOTPOutput, SignInOutput } from "aws-amplify/auth";
import {
  confirmResetPassword,
  confirmSignIn,
  fetchAuthSession,
  fetchMFAPreference,
  resetPassword,
  setUpTOTP,
  signIn as amplifySignIn,
  signOut as amplifySignOut,
  updateMFAPreference,
  updatePassword,
  verifyTOTPSetup,
} from "aws-amplify/auth";
import { brand } from "../../../../../shared/site/brand.ts";
import { configureAmplify } from "./amplify.ts";
import { recordSignIn } from "./sign-in-times.ts";

/** The signed-in user. `lastLogin`: the user's previous sign-in in this browser (ISO 8601), if there was one. */
export type AdminUser = { uid: string; email: string; role: "admin"; lastLogin?: string };

const stringOrEmpty = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * The signed-in user, or undefined. Stores the time of a new sign-in in this browser. Throws if the settings cannot be loaded, or
 * the tokens cannot be renewed, for example offline.
 */
export async function readUser(): Promise<AdminUser | undefined> {
  await configureAmplify();
  const { tokens } = await fetchAuthSession();
  if (!tokens) return undefined;
  const { username, sub, auth_time: signInTimeS } = tokens.accessToken.payload;
  const uid = stringOrEmpty(username) || stringOrEmpty(sub);
  const lastLogin = recordSignIn(uid, new Date(Number(signInTimeS) * 1000).toISOString());
  return {
    uid,
    email: stringOrEmpty(tokens.idToken?.payload["email"]),
    role: "admin",
    ...(lastLogin ? { lastLogin } : {}),
  };
}

/** An access token for the API; undefined if no user is signed in. Amplify renews an expired token. Throws like `readUser`. */
export async function readAccessToken(): Promise<string | undefined> {
  await configureAmplify();
  const { tokens } = await fetchAuthSession();
  return tokens?.accessToken.toString();
}

/** The secret of an authenticator app. `setupUri`: the link (otpauth:) that opens the app and enters the secret. */
export type AppSecret = { secret: string; setupUri: string };

const appSecretOf = (details: SetUpTOTPOutput, email: string): AppSecret => ({
  secret: details.sharedSecret,
  setupUri: details.getSetupUri(brand.name, email).href,
});

/**
 * The next step of a sign-in; 'done' when the user is signed in; 'expired' if the answer came too late, so that the user has to
 * begin again with the password. The object with `getAppSecret` is the step that sets up an authenticator app.
 */
export type NextStep =
  | "done"
  | "new-password"
  | "code"
  | "reset"
  | "unsupported"
  | "expired"
  | { getAppSecret: (email: string) => AppSecret };

const STEPS: Partial<Record<SignInOutput["nextStep"]["signInStep"], NextStep>> = {
  DONE: "done",
  CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED: "new-password",
  CONFIRM_SIGN_IN_WITH_TOTP_CODE: "code",
  RESET_PASSWORD: "reset",
};
const stepOf = ({ nextStep }: SignInOutput | ConfirmSignInOutput): NextStep =>
  nextStep.signInStep === "CONTINUE_SIGN_IN_WITH_TOTP_SETUP"
    ? { getAppSecret: (email) => appSecretOf(nextStep.totpSetupDetails, email) }
    : (STEPS[nextStep.signInStep] ?? "unsupported");

const isSignedInAlready = (error: unknown): boolean =>
  error instanceof Error && error.name === "UserAlreadyAuthenticatedException";

/**
 * Returns `step`, the result of a call to Cognito, or throws the reason of `signal` if the user left the form during that call. If
 * the call has signed the user in, signs the user out first, because Amplify cannot cancel a sign-in.
 */
async function stepUnlessAborted(step: NextStep, signal: AbortSignal): Promise<NextStep> {
  if (!signal.aborted) return step;
  if (step === "done") await amplifySignOut();
  throw signal.reason;
}

/**
 * Starts a sign-in by SRP (Secure Remote Password), so the password never leaves the page. Throws Amplify's errors. If the
 * user leaves the form during the call, throws the reason of `signal`, and the user is not signed in.
 */
export async function signIn(email: string, password: string, signal: AbortSignal): Promise<NextStep> {
  await configureAmplify();
  const trySignIn = async () =>
    stepUnlessAborted(stepOf(await amplifySignIn({ username: email, password })), signal);
  try {
    return await trySignIn();
  } catch (error) {
    if (!isSignedInAlready(error) || signal.aborted) throw error;
    // Amplify refuses a sign-in if the browser still has tokens, even if the server no longer accepts these tokens.
    await amplifySignOut();
    return trySignIn();
  }
}

/**
 * Whether Cognito accepts no more answers in this sign-in, not even a correct one. The messages of these errors begin with
 * 'Invalid session for the user'.
 */
const isSignInOver = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === "NotAuthorizedException" &&
  /^invalid session/i.test(error.message);

/**
 * Answers a step of the sign-in with a new password or a code from the authenticator app. Throws like `signIn`. `setsUpApp`:
 * whether the code is the first one of a new app. Cognito asks for the codes of such an app at once, but
 * `hasAuthenticatorApp` is true only after `updateMFAPreference` (https://github.com/aws-amplify/amplify-js/issues/11258).
 */
export async function answerChallenge(
  challengeResponse: string,
  signal: AbortSignal,
  { setsUpApp = false } = {},
): Promise<NextStep> {
  try {
    const step = await stepUnlessAborted(stepOf(await confirmSignIn({ challengeResponse })), signal);
    if (step === "done" && setsUpApp)
      await updateMFAPreference({ totp: "PREFERRED" }).catch((error: unknown) =>
        console.error("The authenticator app could not be turned on", error),
      );
    return step;
  } catch (error) {
    if (isSignInOver(error) && !signal.aborted) return "expired";
    throw error;
  }
}

/** Mails a code for a new password to the address, if the address has an account. */
export async function sendResetCode(email: string): Promise<void> {
  await configureAmplify();
  await resetPassword({ username: email });
}

export const resetPasswordWithCode = (email: string, code: string, password: string): Promise<void> =>
  confirmResetPassword({ username: email, confirmationCode: code, newPassword: password });

/** Throws Amplify's errors: NotAuthorizedException if `currentPassword` is wrong, InvalidPasswordException if the new one is weak. */
export const changePassword = (currentPassword: string, newPassword: string): Promise<void> =>
  updatePassword({ oldPassword: currentPassword, newPassword });

/** Ends the session in this browser and revokes the session's tokens. */
export const signOut = (): Promise<void> => amplifySignOut();

/** Whether the account's sign-in requires a code from an authenticator app. */
export async function hasAuthenticatorApp(): Promise<boolean> {
  const { enabled = [] } = await fetchMFAPreference();
  return enabled.includes("TOTP");
}

/** Creates a secret for an authenticator app. An existing app stays valid until `turnOnApp`. */
export const createAppSecret = async (email: string): Promise<AppSecret> =>
  appSecretOf(await setUpTOTP(), email);

/** Throws InvalidParameterException if the user pool requires a second factor. */
export const turnOffApp = (): Promise<void> => updateMFAPreference({ totp: "DISABLED" });

/**
 * Makes every later sign-in require a code. Throws if `code` is not the code that the app shows now. If the user cancels during
 * the call, throws the reason of `signal`, and sign-ins require no code. `replacesApp`: whether the account had another app. In
 * this case a cancel is ignored after the code was accepted, because Cognito has removed the other app by then.
 */
export async function turnOnApp(
  code: string,
  signal: AbortSignal,
  { replacesApp }: { replacesApp: boolean },
): Promise<void> {
  await verifyTOTPSetup({ code });
  if (!replacesApp) signal.throwIfAborted();
  await updateMFAPreference({ totp: "PREFERRED" });
  if (replacesApp || !signal.aborted) return;
  await turnOffApp();
  throw signal.reason;
}
