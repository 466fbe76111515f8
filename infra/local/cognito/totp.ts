import { createHmac, randomBytes } from "node:crypto";

const BASE32_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;

/** A shared secret for an authenticator app, in base32. */
export function newTotpSecret(): string {
  return [...randomBytes(32)].map((byte) => BASE32_ALPHABET[byte % 32]).join("");
}

/** The six digits of one 30-second step. https://www.rfc-editor.org/rfc/rfc6238 */
export function totpCode(secret: string, step: number): string {
  const bits = [...secret].map((char) => BASE32_ALPHABET.indexOf(char).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = (mac[19] ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** The number of the 30-second step at `nowMs`. */
export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / STEP_MS);
}

/** The step that the code belongs to: the current, the previous or the next. Undefined for a wrong code. */
export function matchingStep(secret: string, code: string, nowMs: number): number | undefined {
  const currentStep = totpStep(nowMs);
  return [currentStep, currentStep - 1, currentStep + 1].find((step) => totpCode(secret, step) === code);
}
