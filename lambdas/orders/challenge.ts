import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Challenge, Proof } from "../../shared/proof-of-work.ts";
import { proofText, zeroBits } from "../../shared/proof-of-work.ts";

/** Time for a proof, in ms. */
const VALID_MS = 5 * 60_000;

const macOf = (secret: string, attemptId: string, words: string): string =>
  createHmac("sha256", secret).update(`challenge:${attemptId}:${words}`).digest("base64url");

/** A challenge for one checkout attempt. It is signed with the attempt's id, so nothing has to be stored. */
export function newChallenge(secret: string, attemptId: string, bits: number, now: Date): Challenge {
  const words = `${+now + VALID_MS}.${bits}`;
  return { token: `${words}.${macOf(secret, attemptId, words)}`, bits };
}

/** Whether the proof solves a challenge that this attempt got in the last five minutes. */
export function isProof(secret: string, attemptId: string, proof: Proof | undefined, now: Date): boolean {
  const [, words = "", ends, bits, mac = ""] =
    /^((\d{1,16})\.(\d{1,2}))\.(.+)$/.exec(proof?.token ?? "") ?? [];
  if (!proof || Number(ends) < +now) return false;
  const expected = Buffer.from(macOf(secret, attemptId, words));
  const given = Buffer.from(mac);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const hash = createHash("sha256").update(proofText(proof.token, proof.nonce)).digest();
  return zeroBits(hash) >= Number(bits);
}
