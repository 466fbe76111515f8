/** A test, by its file below `test/` and its title as it is written there. */
export type NamedTest = readonly [file: string, title: string];
/** A fault or an attack, with the tests that hold the shop to what must be true then. */
export type Fault = { fault: string; tests: readonly [NamedTest, ...NamedTest[]] };

/** Names tests of one file by their titles. */
export const inFile =
  (file: string) =>
  (title: string): NamedTest => [file, title];
