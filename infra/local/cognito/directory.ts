import { generateKeyPair, randomBytes, randomUUID, type JsonWebKey } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { openJournal } from "../util/journal.ts";
import type { Pool } from "./pool.ts";
import { isCorrectPassword, newVerifier, type Verifier } from "./srp.ts";

/** An account. The password itself is not stored. Times in ms. */
export interface User extends Verifier {
  /** Cognito's own name for the user: a UUID, and the `sub` of the tokens. */
  username: string;
  /** In lower case. */
  email: string;
  /** False: the address gets no code for a forgotten password. */
  emailVerified?: boolean;
  groups: string[];
  status: "CONFIRMED" | "FORCE_CHANGE_PASSWORD";
  /** A disabled user cannot sign in, and all of the user's tokens are invalid. */
  disabled?: boolean;
  createdAt: number;
  /** Verifier of the password in the local stack's settings, to detect when they have a new password. */
  configured?: Verifier;
  /** The authenticator app. `lastStep`: the 30-second step of the code that was used last (see totp.ts). */
  totp?: { secret: string; enabled: boolean; lastStep: number };
  /** The secret that AssociateSoftwareToken returned last. It stays when VerifySoftwareToken has verified it. */
  newTotpSecret?: string;
  /** The mailed code with which the user can set a new password, hashed. */
  reset?: { codeHash: string; expiresAt: number };
}

/** A session, stored under the hash of its refresh token. `authTime` in seconds, `expiresAt` in ms. */
export interface RefreshSession {
  username: string;
  originJti: string;
  authTime: number;
  expiresAt: number;
}

export type Directory = Awaited<ReturnType<typeof openDirectory>>;

/** Opens the pool's accounts, sessions and keys, on disk. The first start generates the keys (about 0.2 s). */
export async function openDirectory(dataDir: string) {
  const journal = openJournal(join(dataDir, "cognito", "cognito.jsonl"));
  const users = journal.table<User>("users");
  const keys = journal.table<{ privateKey: JsonWebKey; secret: string }>("keys");
  const signingKeys = keys.get("signing") ?? (await generateKeys());
  if (keys.size() === 0) journal.commit(keys.putWrite("signing", signingKeys));
  return {
    journal,
    users,
    sessions: journal.table<RefreshSession>("refresh"),
    /** `privateKey` signs tokens. `secret` is the source of the sign-in answers for unknown users. */
    ...signingKeys,
    save: (user: User) => journal.commit(users.putWrite(user.username, user)),
    findByEmail: (email: string) => users.all().find((user) => user.email === normalizeEmail(email)),
  };
}

async function generateKeys() {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  return { privateKey: privateKey.export({ format: "jwk" }), secret: randomBytes(32).toString("hex") };
}

export interface NewUser {
  email: string;
  password: string;
  groups?: string[];
  /** The user must choose another password at the first sign-in. */
  isPasswordTemporary?: boolean;
  /** Default for a new account: true. */
  emailVerified?: boolean;
}

type UserStore = Pick<Pool, "directory" | "name" | "now">;

/** Adds an account, or changes the password of an existing account, and its groups if they are given. */
export function putUser({ directory, name, now }: UserStore, account: NewUser): User {
  const existing = directory.findByEmail(account.email);
  const username = existing?.username ?? randomUUID();
  const user: User = {
    ...existing,
    ...newVerifier(name, username, account.password),
    username,
    email: normalizeEmail(account.email),
    emailVerified: account.emailVerified ?? existing?.emailVerified ?? true,
    groups: account.groups ?? existing?.groups ?? [],
    status: account.isPasswordTemporary === true ? "FORCE_CHANGE_PASSWORD" : "CONFIRMED",
    createdAt: existing?.createdAt ?? now(),
  };
  directory.save(user);
  return user;
}

/** Adds the admin of the local stack's settings. Sets the password again only if the settings have another one. */
export function putUserFromSettings(pool: UserStore, account: NewUser): void {
  const { configured, username = "" } = pool.directory.findByEmail(account.email) ?? {};
  if (configured && isCorrectPassword(pool.name, username, account.password, configured)) return;
  const user = putUser(pool, account);
  pool.directory.save({ ...user, configured: { salt: user.salt, verifier: user.verifier } });
}

export const normalizeEmail = (email: string): string => email.trim().toLowerCase();
