/** Something a person can put right; its message says what to do, and no stack trace helps. */
export class Problem extends Error {
  override readonly name = "Problem";
}
