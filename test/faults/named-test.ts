/** A test: its file below `test/`, and its title as written in the source, where `%s` or `$id` is not replaced. */
export type NamedTest = readonly [file: string, title: string];
/** A fault or an attack, and the tests that check how the shop handles it. */
export type Fault = { fault: string; tests: readonly [NamedTest, ...NamedTest[]] };

/** Returns a function that names tests of one file by their titles. */
export const inFile =
  (file: string) =>
  (title: string): NamedTest => [file, title];
