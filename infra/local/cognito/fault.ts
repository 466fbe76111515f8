/** An error as Cognito answers it: status 400, `{__type, message}`. */
export class CognitoFault extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export const wrongPassword = () =>
  new CognitoFault("NotAuthorizedException", "Incorrect username or password.");
export const disabledUser = () => new CognitoFault("NotAuthorizedException", "User is disabled.");
export const unknownUser = () => new CognitoFault("UserNotFoundException", "User does not exist.");
export const expiredSession = () =>
  new CognitoFault("NotAuthorizedException", "Invalid session for the user, session is expired.");
export const wrongCode = () =>
  new CognitoFault("CodeMismatchException", "Invalid verification code provided, please try again.");
export const invalidParameter = (message: string) => new CognitoFault("InvalidParameterException", message);
export const limitExceeded = () =>
  new CognitoFault("LimitExceededException", "Attempt limit exceeded, please try after some time.");
