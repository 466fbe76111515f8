/** Something a person can put right; its message says what to do, and no stack trace helps. */
export class UserError extends Error {
  override readonly name = "UserError";
}
