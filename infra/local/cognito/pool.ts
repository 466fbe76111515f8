import { randomBytes } from "node:crypto";
import type { Attempts } from "./attempts.ts";
import type { Directory } from "./directory.ts";
import type { Exchange } from "./srp.ts";
import { invalidParameter, CognitoFault } from "./fault.ts";
import type { Tokens } from "./tokens.ts";

/** A mail that the pool sends. */
export interface PoolMail {
  to: string;
  subject: string;
  text: string;
}

/** What all operations share. */
export interface Pool {
  id: string;
  /** The part of the pool's id after the underscore: SRP mixes it into every proof. */
  name: string;
  clientId: string;
  directory: Directory;
  tokens: Tokens;
  /** Failed passwords and codes of sign-in, and failed or repeated resets. */
  attempts: { signIn: Attempts; reset: Attempts };
  exchanges: ShortLived<{ exchange: Exchange; srpName: string; email: string; username: string | undefined }>;
  challenges: ShortLived<{ username: string; name: "NEW_PASSWORD_REQUIRED" | "SOFTWARE_TOKEN_MFA" }>;
  sendMail: (mail: PoolMail) => void;
  now: () => number;
}

/** Secrets that are good for three minutes, in memory only. */
export interface ShortLived<T> {
  put(value: T, id?: string): string;
  get(id: string): T | undefined;
  drop(id: string): void;
}

const LIFE_MS = 3 * 60 * 1_000;
const MAX_LIVING = 5_000;

export function createShortLived<T>(now: () => number): ShortLived<T> {
  const living = new Map<string, { value: T; until: number }>();
  return {
    put(value, id = randomBytes(96).toString("base64url")) {
      for (const [old, { until }] of living) {
        if (until > now() && living.size < MAX_LIVING) break;
        living.delete(old);
      }
      living.set(id, { value, until: now() + LIFE_MS });
      return id;
    },
    get(id) {
      const found = living.get(id);
      return found && found.until > now() ? found.value : undefined;
    },
    drop: (id) => void living.delete(id),
  };
}

export function requireClient(pool: Pool, clientId: string): void {
  if (clientId === pool.clientId) return;
  throw new CognitoFault("ResourceNotFoundException", `User pool client ${clientId} does not exist.`);
}

/** A named value out of AuthParameters or ChallengeResponses. */
export function required(values: Record<string, string>, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined || value === "") throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

/** The pool's password policy: 12 characters, with all four kinds. */
export function requireStrong(password: string): void {
  const lacks = [
    [password.length >= 12, "Password not long enough"],
    [/[a-z]/.test(password), "Password must have lowercase characters"],
    [/[A-Z]/.test(password), "Password must have uppercase characters"],
    [/\d/.test(password), "Password must have numeric characters"],
    [/[^\w\s]|_/.test(password), "Password must have symbol characters"],
  ] as const;
  const lack = lacks.find(([fulfilled]) => !fulfilled);
  if (lack)
    throw new CognitoFault("InvalidPasswordException", `Password did not conform with policy: ${lack[1]}`);
}
