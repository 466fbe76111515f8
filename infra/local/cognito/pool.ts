import { randomBytes } from "node:crypto";
import type { Lockout } from "./lockout.ts";
import type { Directory } from "./directory.ts";
import type { Exchange } from "./srp.ts";
import { AwsError, invalidParameter } from "../util/aws-json.ts";
import type { Tokens } from "./tokens.ts";

export type PoolMail = { to: string; subject: string; text: string };

/** The user's next step in a sign-in that has not ended. */
export type Challenge = {
  username: string;
  name: "NEW_PASSWORD_REQUIRED" | "SOFTWARE_TOKEN_MFA" | "MFA_SETUP";
};

/** The user pool, shared by all operations. */
export interface Pool {
  id: string;
  /** The part of the pool's id after the underscore; it is part of every SRP proof. */
  name: string;
  clientId: string;
  directory: Directory;
  tokens: Tokens;
  /** `signIn` counts wrong passwords and second factors; `reset` counts wrong mailed codes and requests for them. See lockout.ts. */
  lockouts: { signIn: Lockout; reset: Lockout };
  /** SRP sign-ins that wait for the client's proof. `username`: undefined if there is no such account. */
  srpSignIns: ExpiringMap<{
    exchange: Exchange;
    srpName: string;
    email: string;
    username: string | undefined;
  }>;
  challenges: ExpiringMap<Challenge>;
  /** Each user must set up an authenticator app at the first sign-in. */
  requiresSecondFactor: boolean;
  sendMail: (mail: PoolMail) => void;
  /** The template's invitation mail; Cognito replaces `{username}` and `{####}`, the temporary password. */
  invitation: Pick<PoolMail, "subject" | "text">;
  now: () => number;
}

/** Cognito's operations by name. Each checks its input, and returns undefined if Cognito's answer is empty. */
export type Operations = Record<string, (pool: Pool, input: unknown) => unknown>;

/** Values by id, in memory. Each expires after LIFETIME_MS. Above 5,000 values, the oldest are deleted. */
type ExpiringMap<T> = ReturnType<typeof createExpiringMap<T>>;

/** The same as the `authSessionValidity` of the client in admin-sign-in.ts. */
const LIFETIME_MS = 15 * 60 * 1_000;
const MAX_VALUES = 5_000;

export function createExpiringMap<T>(now: () => number) {
  const values = new Map<string, { value: T; expiresAt: number }>();
  return {
    put(value: T, id = randomBytes(96).toString("base64url")): string {
      for (const [oldestId, { expiresAt }] of values) {
        if (expiresAt > now() && values.size < MAX_VALUES) break;
        values.delete(oldestId);
      }
      values.set(id, { value, expiresAt: now() + LIFETIME_MS });
      return id;
    },
    get(id: string): T | undefined {
      const entry = values.get(id);
      return entry && entry.expiresAt > now() ? entry.value : undefined;
    },
    remove: (id: string) => void values.delete(id),
  };
}

export function requireClient(pool: Pool, clientId: string): void {
  if (clientId === pool.clientId) return;
  throw new AwsError("ResourceNotFoundException", `User pool client ${clientId} does not exist.`);
}

/** A required value of AuthParameters or ChallengeResponses. */
export function requireValue(values: Record<string, string>, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined || value === "") throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

/** Throws for a weak password. Symbols: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-policies.html */
export function requireStrongPassword(password: string): void {
  if (!/^\S.*\S$/.test(password)) throw invalidParameter("Value at 'password' must satisfy ^[\\S]+.*[\\S]+$");
  const rules = [
    [password.length >= 12, "Password not long enough"],
    [/[a-z]/.test(password), "Password must have lowercase characters"],
    [/[A-Z]/.test(password), "Password must have uppercase characters"],
    [/\d/.test(password), "Password must have numeric characters"],
    [/[!-/:-@[-`{-~]| /.test(password), "Password must have symbol characters"],
  ] as const;
  const [, message] = rules.find(([isMet]) => !isMet) ?? [];
  if (message !== undefined)
    throw new AwsError("InvalidPasswordException", `Password did not conform with policy: ${message}`);
}
