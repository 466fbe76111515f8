// Arguments of several commands: an email address, and the file that `--out` names. Commands check them before any other work.
import { fchmodSync, fstatSync, ftruncateSync, openSync, writeFileSync } from "node:fs";
import { EMAIL } from "../../shared/customer-fields.ts";
import { CommandError } from "./command.ts";

function requireMatch(email: string, pattern: RegExp): void {
  if (!pattern.test(email)) throw new CommandError(`${email} is not an email address.`);
}

/** Throws if the argument is not an email address with which an admin can sign in. */
export const requireEmail = (email: string): void => requireMatch(email, EMAIL);

/**
 * Throws if the argument is not an email address. Accepts more than the forms of the shop, because `customer` must find the
 * orders that earlier versions have stored.
 */
export const requireCustomerEmail = (email: string): void => requireMatch(email, /^[^\s@]+@[^\s@]+$/);

/**
 * Opens a file for writing, and makes it readable only for its owner, even if the file existed. Its content
 * stays until `writeOutput`, because the command may fail before it has the new content. Throws if the file cannot
 * be written.
 */
export function openOutput(path: string): number {
  try {
    const file = openSync(path, "a", 0o600);
    if (fstatSync(file).isFile()) fchmodSync(file, 0o600);
    return file;
  } catch (error) {
    throw new CommandError(`--out: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Replaces the content of a file that `openOutput` has opened. A terminal or a pipe has no content to replace. */
export function writeOutput(file: number, text: string): void {
  if (fstatSync(file).isFile()) ftruncateSync(file);
  writeFileSync(file, text);
}
