import { describe, expect, test } from "vitest";
import { isValidProof, newChallenge } from "../../lambdas/orders/challenge.ts";
import type { PieceCounts } from "../../lambdas/orders/hold-limits.ts";
import { bitsFor, heldShare } from "../../lambdas/orders/hold-limits.ts";
import { strictLimits } from "../../infra/client-limits.ts";
import { leadingZeroBits } from "../../shared/proof-of-work.ts";
import { solveChallenge } from "../../infra/commands/solve-challenge.ts";

const now = new Date("2026-11-22T10:00:00.000Z");
const timeAfterMs = (ms: number) => new Date(+now + ms);
const BITS = 6;
const challenge = newChallenge("secret", "attempt", BITS, now);
const proof = solveChallenge(challenge);

describe("a proof of work", () => {
  test("is valid for its attempt, for five minutes", () => {
    expect(isValidProof("secret", "attempt", proof, now)).toBe(true);
    expect(isValidProof("secret", "attempt", proof, timeAfterMs(5 * 60_000))).toBe(true);
    expect(isValidProof("secret", "attempt", proof, timeAfterMs(5 * 60_000 + 1))).toBe(false);
  });

  test.each([
    ["another attempt", "secret", "other", proof],
    ["another secret", "other", "attempt", proof],
    ["no proof", "secret", "attempt", undefined],
    [
      "fewer bits than required",
      "secret",
      "attempt",
      { ...proof, token: proof.token.replace(`.${BITS}.`, ".1.") },
    ],
    [
      "a later expiry",
      "secret",
      "attempt",
      { ...proof, token: proof.token.replace(/^\d+/, "9999999999999") },
    ],
    ["a malformed token", "secret", "attempt", { ...proof, token: "x" }],
    ["a nonce that does not solve the challenge", "secret", "attempt", { ...proof, nonce: findWrongNonce() }],
  ])("is refused with %s", (_, secret, attempt, candidate) => {
    expect(isValidProof(secret, attempt, candidate, now)).toBe(false);
  });
});

/** Returns the first nonce that does not solve the challenge. */
function findWrongNonce(): string {
  for (let nonce = 0; ; nonce++)
    if (!isValidProof("secret", "attempt", { ...proof, nonce: String(nonce) }, now)) return String(nonce);
}

test.each([
  [[0xff], 0],
  [[0x7f], 1],
  [[0x00, 0x80], 8],
  [[0x00, 0x01], 15],
  [[0x00, 0x00], 16],
])("the hash %j begins with %i zero bits", (bytes, bits) => {
  expect(leadingZeroBits(new Uint8Array(bytes))).toBe(bits);
});

test.each<[stock: PieceCounts, more: number, share: number]>([
  [{ available: 10, held: 0 }, 1, 0.1],
  [{ available: 5, held: 5 }, 0, 0.5],
  [{ available: 0, held: 10 }, 1, 1],
  [{ available: 0, held: 0 }, 1, 0],
])("with the stock %j, holding %i more pieces makes the held share %d", (count, more, share) => {
  expect(heldShare(count, more)).toBe(share);
});

test("the difficulty grows by four bits while the held share grows from `shareWithoutProof` to 1", () => {
  const { challengeBits } = strictLimits;
  expect([0.5, 0.75, 1].map((share) => bitsFor(share, strictLimits) - challengeBits)).toEqual([0, 2, 4]);
});
