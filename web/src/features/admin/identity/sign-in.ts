import type { ConfirmSignInOutput, SignInOutput } from "aws-amplify/auth";
import {
  confirmResetPassword,
  confirmSignIn,
  resetPassword,
  signIn as amplifySignIn,
  signOut as amplifySignOut,
} from "aws-amplify/auth";
import { configureAmplify } from "./configure.ts";

/** What is asked for next; 'done' when the user is in. */
export type NextStep = "done" | "new-password" | "code" | "reset" | "unsupported";

const STEPS: Partial<Record<SignInOutput["nextStep"]["signInStep"], NextStep>> = {
  DONE: "done",
  CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED: "new-password",
  CONFIRM_SIGN_IN_WITH_TOTP_CODE: "code",
  RESET_PASSWORD: "reset",
};
const stepOf = ({ nextStep }: SignInOutput | ConfirmSignInOutput): NextStep =>
  STEPS[nextStep.signInStep] ?? "unsupported";

const isAlreadyIn = (error: unknown): boolean =>
  error instanceof Error && error.name === "UserAlreadyAuthenticatedException";

/** Begins with address and password (SRP: the password never leaves the page). Throws Amplify's errors. */
export async function signIn(email: string, password: string): Promise<NextStep> {
  await configureAmplify();
  const attempt = () => amplifySignIn({ username: email, password });
  try {
    return stepOf(await attempt());
  } catch (error) {
    if (!isAlreadyIn(error)) throw error;
    // Tokens that the server no longer takes are in the way.
    await amplifySignOut();
    return stepOf(await attempt());
  }
}

/** Answers what was asked for: a new password, or the code of an authenticator app. */
export const answer = async (challengeResponse: string): Promise<NextStep> =>
  stepOf(await confirmSignIn({ challengeResponse }));

/** Sends a code to the address, if it has an account. */
export async function forgotPassword(email: string): Promise<void> {
  await configureAmplify();
  await resetPassword({ username: email });
}

export const setForgottenPassword = (email: string, code: string, password: string): Promise<void> =>
  confirmResetPassword({ username: email, confirmationCode: code, newPassword: password });

/** Ends the session here and takes its tokens back. */
export const signOut = (): Promise<void> => amplifySignOut();
