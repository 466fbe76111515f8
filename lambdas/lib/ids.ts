import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { ulid } from "ulid";

/**
 * hld: the key of retaken pieces. ord: an order. prd: a product. evt: an event of the bus. rfd: a refund. var: a variant. upl: an
 * upload. mov: a move of pieces between variants. stf: a change of the door staff. lnk: a request for an order's link.
 */
type Prefix = "hld" | "ord" | "prd" | "evt" | "rfd" | "var" | "upl" | "mov" | "stf" | "lnk";

/** A new id like `ord_01J…`: sorts by time and has 80 random bits. */
export const newId = (prefix: Prefix, nowMs: number): string => `${prefix}_${ulid(nowMs)}`;

/** A SHA-256 in hex. */
export const hash = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");

/**
 * The id of the webhook endpoint (whk) or discount (dsc) that a request creates: 104 bits of a hash of the request's id, so that a
 * repeated request gives the same id. Does not sort by time.
 */
export const idFromRequestId = (prefix: "whk" | "dsc", requestId: string): string =>
  `${prefix}_${hash(requestId).slice(0, 26)}`;

/** 128 random bits in 22 characters, for links and cookies. */
export const newToken = (): string => randomBytes(16).toString("base64url");

/** Whether two secrets are equal, in constant time. */
export const isSameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(hash(a)), Buffer.from(hash(b)));

/** A sequence number in ten digits, so that keys with it sort by number. */
export const tenDigits = (sequence: number): string => String(sequence).padStart(10, "0");
