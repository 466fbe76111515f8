import * as z from "zod/mini";
import { invalid } from "../lib/errors.ts";

/**
 * The last ticket of a page. The index key is made of these fields, so a forged cursor cannot read another partition.
 */
const Cursor = z.object({ at: z.iso.datetime(), id: z.string().check(z.regex(/^tkt_[0-9A-Z]{26}$/)) });

/** The cursor of the index key `<time of change>#<ticket id>`. */
export function encodeCursor(lastKey: string): string {
  const [at, id] = lastKey.split("#");
  return Buffer.from(JSON.stringify({ at, id })).toString("base64url");
}

/** The index key of a cursor. Throws 400. */
export function decodeCursor(text: string): string {
  try {
    const { at, id } = z.parse(Cursor, JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return `${at}#${id}`;
  } catch {
    throw invalid({ cursor: "Not a cursor" });
  }
}
