/** An error that the user can correct. Its message says how, so no stack trace is printed. */
export class UserError extends Error {
  override readonly name = "UserError";
}

/** The code of a system error, such as EADDRINUSE. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);
