import { createHmac, getDiffieHellman, randomBytes } from "node:crypto";
import { sha256Hex } from "../util/sha256.ts";

/**
 * The server's side of Cognito's SRP exchange: SRP-6a (RFC 5054 names N, g, k, u, v) with the 3072-bit group of RFC 3526,
 * SHA-256, and a key with the label "Caldera Derived Key". The client's side: Amplify's AuthenticationHelper.
 */
const N = BigInt(`0x${getDiffieHellman("modp15").getPrime("hex")}`);
const G = 2n;
const K = hashHex(padHex(N) + padHex(G));

/** Stored in place of a password; both fields are hexadecimal. */
export type Verifier = { salt: string; verifier: string };

/** A started exchange. Only the server knows `secret` and `verifier`. `secretBlock` is in base64. */
export interface Exchange {
  clientPublic: bigint;
  secret: bigint;
  serverPublic: bigint;
  verifier: bigint;
  secretBlock: string;
}

/** The verifier of a new password. `pool` is the part of the pool's id after the underscore. */
export function newVerifier(pool: string, username: string, password: string): Verifier {
  const salt = randomBytes(16).toString("hex");
  return { salt, verifier: verifierFor(pool, username, password, salt) };
}

/** Whether the verifier belongs to this password. */
export function isCorrectPassword(
  pool: string,
  username: string,
  password: string,
  { salt, verifier }: Verifier,
): boolean {
  return verifierFor(pool, username, password, salt) === verifier;
}

/** A verifier for an unknown user: no password matches it, and each name always has the same verifier. */
export function fakeVerifier(secret: string, username: string): Verifier {
  const deriveHex = (purpose: string, length: number) =>
    createHmac("sha512", secret)
      .update(`${purpose}:${username}`)
      .digest()
      .subarray(0, length)
      .toString("hex");
  const exponent = BigInt(`0x${deriveHex("verifier", 32)}`);
  return { salt: deriveHex("salt", 16), verifier: powMod(G, exponent).toString(16) };
}

/** Answers the client's A (hexadecimal). Undefined if A is malformed, or 0 modulo N: the key would be 0. */
export function beginExchange(clientPublicHex: string, { verifier }: Verifier): Exchange | undefined {
  if (!/^[0-9a-f]{1,800}$/i.test(clientPublicHex)) return undefined;
  const clientPublic = BigInt(`0x${clientPublicHex}`);
  if (clientPublic % N === 0n) return undefined;
  const v = BigInt(`0x${verifier}`);
  const secret = BigInt(`0x${randomBytes(32).toString("hex")}`);
  const serverPublic = (K * v + powMod(G, secret)) % N;
  return { clientPublic, secret, serverPublic, verifier: v, secretBlock: randomBytes(64).toString("base64") };
}

/** Whether the client proved that it knows the password. `timestamp` is the client's own text. */
export function isValidProof(
  exchange: Exchange,
  claim: { pool: string; username: string; timestamp: string; signature: string },
): boolean {
  const { clientPublic, serverPublic, verifier, secret, secretBlock } = exchange;
  const u = hashHex(padHex(clientPublic) + padHex(serverPublic));
  if (u === 0n) return false;
  const sharedSecret = powMod((clientPublic * powMod(verifier, u)) % N, secret);
  const pseudorandomKey = hmac(Buffer.from(padHex(u), "hex"), Buffer.from(padHex(sharedSecret), "hex"));
  const key = hmac(pseudorandomKey, Buffer.from("Caldera Derived Key\x01")).subarray(0, 16);
  const names = [claim.pool, claim.username].map((part) => Buffer.from(part));
  const signedData = Buffer.concat([
    ...names,
    Buffer.from(secretBlock, "base64"),
    Buffer.from(claim.timestamp),
  ]);
  return hmac(key, signedData).toString("base64") === claim.signature;
}

function verifierFor(pool: string, username: string, password: string, salt: string): string {
  const credentialsHash = sha256Hex(`${pool}${username}:${password}`);
  return powMod(G, hashHex(padHex(BigInt(`0x${salt}`)) + credentialsHash)).toString(16);
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac("sha256", key).update(data).digest();
}

function hashHex(hex: string): bigint {
  return BigInt(`0x${sha256Hex(Buffer.from(hex, "hex"))}`);
}

/** A positive number in hexadecimal, as Java's BigInteger writes it: with `00` in front if the first bit is set. */
function padHex(value: bigint): string {
  const digits = value.toString(16);
  const evenDigits = digits.length % 2 === 0 ? digits : `0${digits}`;
  return /^[89a-f]/.test(evenDigits) ? `00${evenDigits}` : evenDigits;
}

function powMod(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % N;
  for (let remaining = exponent; remaining > 0n; remaining >>= 1n) {
    if (remaining & 1n) result = (result * square) % N;
    square = (square * square) % N;
  }
  return result;
}
