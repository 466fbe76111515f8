import { messages } from "../../shared/messages.ts";
import { AppError } from "../lib/errors.ts";
import { Unreadable } from "../lib/fitting.ts";

/** Tells an admin which parts of an order cannot be read, in place of a bare 500. */
export async function sayUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new AppError(500, messages.orderUnreadable(error.wrong.join(", ")), { cause: error });
  }
}
