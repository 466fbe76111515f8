/** A word of a shell command, quoted if it has characters that the shell interprets. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * The operator's command that turns off an account's authenticator app.
 * https://docs.aws.amazon.com/cli/latest/reference/cognito-idp/admin-set-user-mfa-preference.html
 */
export const turnOffAppCommand = (
  { region, userPoolId }: { region: string; userPoolId: string },
  username: string,
): string =>
  `aws cognito-idp admin-set-user-mfa-preference --region ${region} --user-pool-id ${userPoolId} --username ${username} --software-token-mfa-settings Enabled=false,PreferredMfa=false`;
