import { describe, expect, test } from "vitest";
import { messages } from "../../../shared/messages.ts";
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
    ["NotAuthorizedException", messages.signInInvalid],
    ["UserNotFoundException", messages.signInInvalid],
    ["UserNotConfirmedException", messages.signInInvalid],
    ["PasswordResetRequiredException", messages.signInInvalid],
    ["TooManyRequestsException", messages.signInTooMany],
    ["LimitExceededException", messages.signInTooMany],
    ["TooManyFailedAttemptsException", messages.signInTooMany],
    ["InvalidParameterException", messages.signInBadEmail],
    ["EmptySignInUsername", messages.signInBadEmail],
    ["NetworkError", messages.signInUnexpected],
    ["TypeError", messages.signInUnexpected],
  ])("for %s: %s", (name, message) => {
    expect(signInMessage(errorNamed(name))).toBe(message);
  });

  test("recognizes too many attempts under the error name of a wrong password", () => {
    expect(signInMessage(errorNamed("NotAuthorizedException", "Password attempts exceeded"))).toBe(
      messages.signInTooMany,
    );
  });
  test("is 'Failed to sign in' when the service gives no message", () => {
    expect(signInMessage(errorNamed("InternalErrorException", ""))).toBe(messages.signInFailed);
  });
  test("is that of an unexpected error for a thrown value that is not an Error", () => {
    expect(signInMessage("boom")).toBe(messages.signInUnexpected);
  });
});

test.each([
  ["CodeMismatchException", adminMessages.wrongCode],
  ["ExpiredCodeException", adminMessages.wrongCode],
  ["NotAuthorizedException", adminMessages.wrongCode],
  ["InvalidPasswordException", adminMessages.weakPassword],
  ["LimitExceededException", messages.signInTooMany],
  ["NetworkError", messages.signInUnexpected],
])("the message for a refused code, %s: %s", (name, message) => {
  expect(codeMessage(errorNamed(name))).toBe(message);
});

test("the message for a refused new password says that the password is weak", () => {
  expect(newPasswordMessage(errorNamed("InvalidPasswordException"))).toBe(adminMessages.weakPassword);
  expect(newPasswordMessage(errorNamed("NetworkError"))).toBe(messages.signInUnexpected);
});
