/**
 * The code of a ticket or of an order to pick up: what its QR code contains. It is signed with the shop's private key
 * (ECDSA, P-256, SHA-256), so that a door can check it without a network. It has 154 characters of Crockford's base 32,
 * which a QR code stores in its alphanumeric mode:
 * | bytes | content |
 * | 0 | kind: 1 ticket, 2 order to pick up |
 * | 1 to 2 | the id of the key |
 * | 3 to 18 | the id of the ticket or order, without its prefix |
 * | 19 | how often the ticket was transferred |
 * | 20 to 27 | the start of the SHA-256 of the product's id; zeros for an order |
 * | 28 to 31 | when the code was made, in seconds since 1970 |
 * | 32 to 95 | the signature of the 32 bytes before |
 */
import { fromBase32, idFromBytes, idToBytes, toBase32 } from "./base32.ts";

const SIGNED_BYTES = 32;
const SIGNATURE_BYTES = 64;
const KIND_BYTES = { ticket: 1, order: 2 } as const;
const ID_PREFIX = { ticket: "tkt_", order: "ord_" } as const;
const ALGORITHM = { name: "ECDSA", hash: "SHA-256" } as const;
export const KEY_ALGORITHM = { name: "ECDSA", namedCurve: "P-256" } as const;
export const CODE_LENGTH = Math.ceil(((SIGNED_BYTES + SIGNATURE_BYTES) * 8) / 5);

export type CodeKind = keyof typeof KIND_BYTES;

/**
 * The content of a code. `id`: tkt_… or ord_…; `generation`: how often the ticket was transferred; `event`: for a ticket, the
 * `eventHash` of its product; `issuedAt`: seconds since 1970.
 */
export type CodeContent = {
  kind: CodeKind;
  keyId: number;
  id: string;
  generation: number;
  event: string;
  issuedAt: number;
};

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const NO_EVENT = "0000000000000000";

/** The 16 hex digits by which a code names its event. */
export async function eventHash(productId: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(productId));
  return toHex(new Uint8Array(digest, 0, 8));
}

function toBytes({ kind, keyId, id, generation, event, issuedAt }: CodeContent): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(SIGNED_BYTES);
  const view = new DataView(bytes.buffer);
  bytes[0] = KIND_BYTES[kind];
  view.setUint16(1, keyId);
  bytes.set(idToBytes(id.slice(ID_PREFIX[kind].length)), 3);
  bytes[19] = generation;
  view.setBigUint64(20, BigInt(`0x${event}`));
  view.setUint32(28, issuedAt);
  return bytes;
}

function contentOf(bytes: Uint8Array<ArrayBuffer>): CodeContent | undefined {
  const kind = (["ticket", "order"] as const).find((name) => KIND_BYTES[name] === bytes[0]);
  if (!kind) return undefined;
  const view = new DataView(bytes.buffer);
  return {
    kind,
    keyId: view.getUint16(1),
    id: ID_PREFIX[kind] + idFromBytes(bytes.slice(3, 19)),
    generation: bytes[19] ?? 0,
    event: view.getBigUint64(20).toString(16).padStart(16, "0"),
    issuedAt: view.getUint32(28),
  };
}

/** The code, signed with the private key that has the id `content.keyId`. */
export async function signCode(
  content: Omit<CodeContent, "event"> & { event?: string },
  privateKey: CryptoKey,
): Promise<string> {
  const signedBytes = toBytes({ event: NO_EVENT, ...content });
  const signature = await crypto.subtle.sign(ALGORITHM, privateKey, signedBytes);
  const bytes = new Uint8Array(SIGNED_BYTES + SIGNATURE_BYTES);
  bytes.set(signedBytes);
  bytes.set(new Uint8Array(signature), SIGNED_BYTES);
  return toBase32(bytes);
}

/** A public key, served by the shop. `notAfter`: codes of this key are refused from then on, in ms since 1970. */
export type VerifyKey = { id: number; key: CryptoKey; notAfter?: number | undefined };

/**
 * unreadable: not a code of any shop. forged: the signature is wrong. unknown-key: the caller's list of keys,
 * which may be old, lacks the key, so the signature cannot be checked. key-expired: the shop has withdrawn
 * the key.
 */
export type CodeCheck =
  | { ok: true; content: CodeContent }
  | { ok: false; why: "unreadable" | "forged" | "unknown-key" | "key-expired" };

/** Converts a code that a device read to its stored form. Lower case, spaces and dashes are accepted. */
export const toStoredCode = (text: string): string => text.toUpperCase().replace(/[\s-]/g, "");

function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  const code = toStoredCode(text);
  return code.length === CODE_LENGTH ? fromBase32(code, SIGNED_BYTES + SIGNATURE_BYTES) : undefined;
}

/** The content of a code. Does not check the signature. Undefined if the text does not have the form of a code. */
export function parseCode(text: string): CodeContent | undefined {
  const bytes = bytesOf(text);
  return bytes && contentOf(bytes.slice(0, SIGNED_BYTES));
}

/** The codes in a text that was scanned, typed or pasted: a code, or the link of a page with tickets. */
export const codesIn = (text: string): string[] =>
  text
    .slice(text.indexOf("#") + 1)
    .split(",")
    .map(toStoredCode)
    .filter((code) => parseCode(code) !== undefined);

/** Checks a code's form and signature. `now` is in ms. */
export async function checkCode(text: string, keys: readonly VerifyKey[], now: number): Promise<CodeCheck> {
  const bytes = bytesOf(text);
  const content = bytes && contentOf(bytes.slice(0, SIGNED_BYTES));
  if (!content) return { ok: false, why: "unreadable" };
  const verifyKey = keys.find(({ id }) => id === content.keyId);
  if (!verifyKey) return { ok: false, why: "unknown-key" };
  const isSignatureValid = await crypto.subtle.verify(
    ALGORITHM,
    verifyKey.key,
    bytes.slice(SIGNED_BYTES),
    bytes.slice(0, SIGNED_BYTES),
  );
  if (!isSignatureValid) return { ok: false, why: "forged" };
  return verifyKey.notAfter !== undefined && verifyKey.notAfter <= now
    ? { ok: false, why: "key-expired" }
    : { ok: true, content };
}

/** The key as WebCrypto takes it to sign codes. */
export const importPrivateKey = (key: JsonWebKey): Promise<CryptoKey> =>
  crypto.subtle.importKey("jwk", key, KEY_ALGORITHM, false, ["sign"]);

/** The key as WebCrypto takes it for checks. */
export const importPublicKey = (key: JsonWebKey): Promise<CryptoKey> =>
  crypto.subtle.importKey("jwk", key, KEY_ALGORITHM, false, ["verify"]);

/** The number of characters of the short code that a person types in. */
const SHORT_CODE_LENGTH = 8;

/**
 * The short code of a code in its stored form: 'K7QM3FXD'. A short code is not signed, so a door accepts only
 * the short codes on its list.
 */
export async function shortCodeOf(code: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code));
  return toBase32(new Uint8Array(digest, 0, 5)).slice(0, SHORT_CODE_LENGTH);
}

/** The short code as it is shown to people: 'K7QM-3FXD'. */
export const formatShortCode = (shortCode: string): string =>
  `${shortCode.slice(0, 4)}-${shortCode.slice(4)}`;

/** Converts a typed short code to its stored form. Undefined if the text cannot be a short code. */
export function parseShortCode(text: string): string | undefined {
  const shortCode = toStoredCode(text).replaceAll("O", "0").replace(/[IL]/g, "1");
  return shortCode.length === SHORT_CODE_LENGTH && fromBase32(shortCode, 5) ? shortCode : undefined;
}
