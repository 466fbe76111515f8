import * as z from "zod/mini";
import { invalid } from "../lib/errors.ts";

/**
 * The last ticket of a page: the time of its change, and its id. Only the sort key is made of them, so a forged cursor cannot
 * read the tickets of another event.
 */
const Cursor = z.object({ at: z.iso.datetime(), id: z.string().check(z.regex(/^tkt_[0-9A-Z]{26}$/)) });

/** The cursor of the sort key `<time of change>#<ticket id>`. */
export function encodeCursor(lastKey: string): string {
  const [at, id] = lastKey.split("#");
  return Buffer.from(JSON.stringify({ at, id })).toString("base64url");
}

/** The sort key of a cursor. Throws 400. */
export function decodeCursor(text: string): string {
  try {
    const { at, id } = z.parse(Cursor, JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return `${at}#${id}`;
  } catch {
    throw invalid({ cursor: "Not a cursor" });
  }
}
