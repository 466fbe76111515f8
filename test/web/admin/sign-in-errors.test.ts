import { describe, expect, test } from "vitest";
import { adminMessages } from "../../../web/src/features/admin/admin-messages.ts";
import {
  codeMessage,
  newPasswordMessage,
  signInMessage,
} from "../../../web/src/features/admin/auth/sign-in-errors.ts";

const errorNamed = (name: string, message = "A message of Cognito") =>
  Object.assign(new Error(message), { name });

describe("the message for a failed sign-in", () => {
  test.each([
    ["NotAuthorizedException", adminMessages.signInInvalid],
    ["UserNotFoundException", adminMessages.signInInvalid],
    ["UserNotConfirmedException", adminMessages.signInInvalid],
    ["PasswordResetRequiredException", adminMessages.signInInvalid],
    ["TooManyRequestsException", adminMessages.signInTooMany],
    ["LimitExceededException", adminMessages.signInTooMany],
    ["TooManyFailedAttemptsException", adminMessages.signInTooMany],
    ["InvalidParameterException", adminMessages.signInBadEmail],
    ["EmptySignInUsername", adminMessages.signInBadEmail],
    ["NetworkError", adminMessages.signInUnexpected],
    ["TypeError", adminMessages.signInUnexpected],
  ])("for %s: %s", (name, message) => {
    expect(signInMessage(errorNamed(name))).toBe(message);
  });

  test("says that there were too many attempts, also if the error has the name of a wrong password", () => {
    expect(signInMessage(errorNamed("NotAuthorizedException", "Password attempts exceeded"))).toBe(
      adminMessages.signInTooMany,
    );
  });
  // The texts of errors to which Cognito gives the name of the error for a wrong password.
  test.each([
    [
      "Temporary password has expired and must be reset by an administrator.",
      adminMessages.invitationExpired,
    ],
    ["User account has expired, it must be reset by an administrator.", adminMessages.invitationExpired],
    ["User password cannot be reset in the current state.", adminMessages.stillInvited],
  ])("names what an invited person can do after '%s'", (text, message) => {
    expect(signInMessage(errorNamed("NotAuthorizedException", text))).toBe(message);
  });
  test("is 'Failed to sign in' when the service gives no message", () => {
    expect(signInMessage(errorNamed("InternalErrorException", ""))).toBe(adminMessages.signInFailed);
  });
  test("says that the error is unexpected if the thrown value is not an Error", () => {
    expect(signInMessage("boom")).toBe(adminMessages.signInUnexpected);
  });
});

test.each([
  ["CodeMismatchException", adminMessages.wrongCode],
  ["ExpiredCodeException", adminMessages.wrongCode],
  ["NotAuthorizedException", adminMessages.wrongCode],
  ["InvalidPasswordException", adminMessages.weakPassword],
  ["LimitExceededException", adminMessages.signInTooMany],
  ["NetworkError", adminMessages.signInUnexpected],
])("the message for a code that is refused with %s: %s", (name, message) => {
  expect(codeMessage(errorNamed(name))).toBe(message);
});

test("the message for a refused new password says that the password is weak, or that the error is unexpected", () => {
  expect(newPasswordMessage(errorNamed("InvalidPasswordException"))).toBe(adminMessages.weakPassword);
  expect(newPasswordMessage(errorNamed("NetworkError"))).toBe(adminMessages.signInUnexpected);
});
