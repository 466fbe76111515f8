/** An error that the user can correct. Its message says how, so no stack trace is printed. */
export class UserError extends Error {
  override readonly name = "UserError";
}
