import { EMAIL } from "../../shared/customer-fields.ts";
import { CommandError } from "./command.ts";

/** Throws if the argument is not an email address. */
export function requireEmail(email: string): void {
  if (!EMAIL.test(email)) throw new CommandError(`${email} is not an email address.`);
}
