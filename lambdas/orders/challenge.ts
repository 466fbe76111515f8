import { createHash, createHmac } from "node:crypto";
import type { Challenge } from "../../shared/challenge.ts";
import type { Proof } from "../../shared/proof-of-work.ts";
import { proofText, leadingZeroBits } from "../../shared/proof-of-work.ts";
import { isSameSecret } from "../lib/ids.ts";

/** How long a challenge can be solved, in ms. */
const VALID_MS = 5 * 60_000;

const macOf = (secret: string, attemptId: string, payload: string): string =>
  createHmac("sha256", secret).update(`challenge:${attemptId}:${payload}`).digest("base64url");

/**
 * A challenge for one checkout attempt. The hash of its solution begins with `bits` zero bits. The challenge's token is
 * signed, so nothing has to be stored.
 */
export function newChallenge(secret: string, attemptId: string, bits: number, now: Date): Challenge {
  const payload = `${+now + VALID_MS}.${bits}`;
  return { token: `${payload}.${macOf(secret, attemptId, payload)}`, bits };
}

/** Whether the proof solves a challenge that this attempt got in the last five minutes. */
export function isValidProof(
  secret: string,
  attemptId: string,
  proof: Proof | undefined,
  now: Date,
): boolean {
  const [, payload = "", expiresAt, bits, mac = ""] =
    /^((\d{1,16})\.(\d{1,2}))\.(.+)$/.exec(proof?.token ?? "") ?? [];
  if (!proof || Number(expiresAt) < +now) return false;
  if (!isSameSecret(mac, macOf(secret, attemptId, payload))) return false;
  const hash = createHash("sha256").update(proofText(proof.token, proof.nonce)).digest();
  return leadingZeroBits(hash) >= Number(bits);
}
