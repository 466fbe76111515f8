/** An error of Cognito's API: status 400, `{__type, message}`. */
export class CognitoError extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export const wrongPassword = () =>
  new CognitoError("NotAuthorizedException", "Incorrect username or password.");
export const disabledUser = () => new CognitoError("NotAuthorizedException", "User is disabled.");
export const unknownUser = () => new CognitoError("UserNotFoundException", "User does not exist.");
export const expiredSession = () =>
  new CognitoError("NotAuthorizedException", "Invalid session for the user, session is expired.");
export const wrongCode = () =>
  new CognitoError("CodeMismatchException", "Invalid verification code provided, please try again.");
export const invalidParameter = (message: string) => new CognitoError("InvalidParameterException", message);
export const limitExceeded = () =>
  new CognitoError("LimitExceededException", "Attempt limit exceeded, please try after some time.");
