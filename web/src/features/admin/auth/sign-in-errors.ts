import { adminMessages } from "../admin-messages.ts";

/** These sets contain names of errors. https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ConfirmForgotPassword.html */
const TOO_MANY_ATTEMPTS = new Set([
  "LimitExceededException",
  "TooManyRequestsException",
  "TooManyFailedAttemptsException",
]);
/** InvalidParameterException is an error of Cognito, the others are errors of Amplify. */
const BAD_EMAIL = new Set(["InvalidParameterException", "EmptySignInUsername", "EmptyResetPasswordUsername"]);
/** Errors in the page or the connection; Cognito sends none of these. */
const UNEXPECTED = new Set(["NetworkError", "TypeError", "TimeoutError", "AbortError", "Unknown", "Error"]);

const errorName = (error: unknown): string => (error instanceof Error ? error.name : "");
const isTooManyAttempts = (error: Error): boolean =>
  TOO_MANY_ATTEMPTS.has(error.name) || /attempts? (limit )?exceeded/i.test(error.message);

/**
 * The message for a failed sign-in, or for a refused request for a code; the same for a wrong password and an unknown address.
 * Two other refusals have the same error name as a wrong password, and are recognized by their texts: an expired temporary
 * password, and a code for a new password that an invited person requests before the first sign-in:
 * https://github.com/aws-amplify/amplify-js/issues/2955
 */
export function signInMessage(error: unknown): string {
  if (!(error instanceof Error)) return adminMessages.signInUnexpected;
  if (/must be reset by an administrator/i.test(error.message)) return adminMessages.invitationExpired;
  if (/cannot be reset in the current state/i.test(error.message)) return adminMessages.stillInvited;
  if (isTooManyAttempts(error)) return adminMessages.signInTooMany;
  if (BAD_EMAIL.has(error.name)) return adminMessages.signInBadEmail;
  if (UNEXPECTED.has(error.name)) return adminMessages.signInUnexpected;
  return error.message === "" ? adminMessages.signInFailed : adminMessages.signInInvalid;
}

/**
 * The message for a refused code, from the authenticator app or from a mail. The page sends a mailed code together with the new
 * password, so Cognito may also refuse the password.
 */
export function codeMessage(error: unknown): string {
  if (!(error instanceof Error)) return adminMessages.signInUnexpected;
  if (error.name === "InvalidPasswordException") return adminMessages.weakPassword;
  if (isTooManyAttempts(error)) return adminMessages.signInTooMany;
  return UNEXPECTED.has(error.name) ? adminMessages.signInUnexpected : adminMessages.wrongCode;
}

/** The message for a refused new password. */
export const newPasswordMessage = (error: unknown): string =>
  ["InvalidPasswordException", "InvalidParameterException"].includes(errorName(error))
    ? adminMessages.weakPassword
    : signInMessage(error);

/** The message for a refused change of the password. */
export const changePasswordMessage = (error: unknown): string =>
  errorName(error) === "NotAuthorizedException" ? adminMessages.wrongPassword : newPasswordMessage(error);
