/** A word of a shell command, quoted if it has characters that the shell interprets. */
const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The operator's command that deletes an account's authenticator app: infra/commands/reset-app.ts. */
export const resetAppCommand = (stage: string, email: string): string =>
  `npm run admin:reset-app -- --stage ${stage} --email ${shellWord(email)}`;
