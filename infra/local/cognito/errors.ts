import { AwsError } from "../util/aws-json.ts";

export const wrongPassword = () => new AwsError("NotAuthorizedException", "Incorrect username or password.");
export const disabledUser = () => new AwsError("NotAuthorizedException", "User is disabled.");
export const unknownUser = () => new AwsError("UserNotFoundException", "User does not exist.");
export const expiredSession = () =>
  new AwsError("NotAuthorizedException", "Invalid session for the user, session is expired.");
export const wrongCode = () =>
  new AwsError("CodeMismatchException", "Invalid verification code provided, please try again.");
export const limitExceeded = () =>
  new AwsError("LimitExceededException", "Attempt limit exceeded, please try after some time.");
