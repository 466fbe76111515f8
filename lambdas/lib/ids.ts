import { createHash } from "node:crypto";
import { ulid } from "ulid";

type Prefix = "hld" | "ord" | "prd" | "evt" | "rfd" | "var" | "upl" | "mov" | "whk" | "stf" | "dsc";

/** A new id like `ord_01J…`: sorts by time and has 80 random bits. `now` is in ms. */
export const newId = (prefix: Prefix, now: number): string => `${prefix}_${ulid(now)}`;

/** A SHA-256 in hex. */
export const hash = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");
