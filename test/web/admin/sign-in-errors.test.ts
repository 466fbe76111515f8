import { describe, expect, test } from "vitest";
import { messages } from "../../../shared/messages.ts";
import { adminMessages } from "../../../web/src/features/admin/admin-messages.ts";
import {
  codeMessage,
  newPasswordMessage,
  signInMessage,
} from "../../../web/src/features/admin/auth/sign-in-errors.ts";

const named = (name: string, message = "Said by Cognito") => Object.assign(new Error(message), { name });

describe("a sign-in that failed", () => {
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
  ])("%s: %s", (name, said) => {
    expect(signInMessage(named(name))).toBe(said);
  });

  test("too many wrong passwords come under the name of one", () => {
    expect(signInMessage(named("NotAuthorizedException", "Password attempts exceeded"))).toBe(
      messages.signInTooMany,
    );
  });
  test("without a message of the service's: 'Failed to sign in'", () => {
    expect(signInMessage(named("InternalErrorException", ""))).toBe(messages.signInFailed);
  });
  test("what is no error at all is unexpected", () => {
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
])("a code: %s: %s", (name, said) => {
  expect(codeMessage(named(name))).toBe(said);
});

test("a new password that is too weak is said to be so", () => {
  expect(newPasswordMessage(named("InvalidPasswordException"))).toBe(adminMessages.weakPassword);
  expect(newPasswordMessage(named("NetworkError"))).toBe(messages.signInUnexpected);
});
