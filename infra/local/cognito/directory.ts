import { createHash, generateKeyPair, randomBytes, randomUUID, type JsonWebKey } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { openJournal, type Journal, type Table } from "../util/journal.ts";
import { isPassword, newVerifier, type Verifier } from "./srp.ts";

/** An account; the password itself is nowhere. Times in ms. */
export interface User extends Verifier {
  /** Cognito's own name for the user: a UUID, and the `sub` of the tokens. */
  username: string;
  /** In lower case. */
  email: string;
  groups: string[];
  status: "CONFIRMED" | "FORCE_CHANGE_PASSWORD";
  /** By AdminDisableUser: no sign-in, and no token counts. */
  disabled?: boolean;
  createdAt: number;
  /** The password that the stack was started with, so that a new one in the settings is noticed. */
  configured?: Verifier;
  totp?: { secret: string; verified: boolean; enabled: boolean; lastStep: number };
  /** A code sent by mail, hashed. */
  reset?: { codeHash: string; expiresAt: number };
}

/** A refresh token is kept as its hash. */
export interface Refresh {
  username: string;
  originJti: string;
  /** seconds */
  authTime: number;
  expiresAt: number;
}

/** The pool's accounts, tokens and keys, on disk. */
export interface Directory {
  journal: Journal;
  users: Table<User>;
  refresh: Table<Refresh>;
  privateKey: JsonWebKey;
  /** Makes the answers about unknown users. */
  secret: string;
  byEmail(email: string): User | undefined;
}

/** Opens the directory, making keys on the first start (about 0.2 s). */
export async function openDirectory(dataDir: string): Promise<Directory> {
  const journal = openJournal(join(dataDir, "cognito", "cognito.jsonl"));
  const users = journal.table<User>("users");
  const keys = journal.table<{ privateKey: JsonWebKey; secret: string }>("keys");
  const made = keys.get("signing") ?? (await newKeys());
  if (keys.size() === 0) journal.commit(keys.put("signing", made));
  return {
    journal,
    users,
    refresh: journal.table("refresh"),
    ...made,
    byEmail: (email) => users.all().find((user) => user.email === email.trim().toLowerCase()),
  };
}

async function newKeys() {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  return { privateKey: privateKey.export({ format: "jwk" }), secret: randomBytes(32).toString("hex") };
}

export interface NewUser {
  email: string;
  password: string;
  groups?: string[];
  /** The user must choose another at the first sign-in. */
  temporary?: boolean;
}

/** Adds an account, or gives an existing one this password and these groups. */
export function putUser(directory: Directory, pool: string, wish: NewUser, nowMs: number): User {
  const existing = directory.byEmail(wish.email);
  const username = existing?.username ?? randomUUID();
  const user: User = {
    ...existing,
    ...newVerifier(pool, username, wish.password),
    username,
    email: wish.email.trim().toLowerCase(),
    groups: wish.groups ?? existing?.groups ?? [],
    status: wish.temporary === true ? "FORCE_CHANGE_PASSWORD" : "CONFIRMED",
    createdAt: existing?.createdAt ?? nowMs,
  };
  directory.journal.commit(directory.users.put(username, user));
  return user;
}

/** The admin of the settings: added once, and given the settings' password when that has changed since. */
export function putConfiguredUser(directory: Directory, pool: string, wish: NewUser, nowMs: number): void {
  const existing = directory.byEmail(wish.email);
  const known =
    existing?.configured && isPassword(pool, existing.username, wish.password, existing.configured);
  if (known === true) return;
  const user = putUser(directory, pool, wish, nowMs);
  const configured = { salt: user.salt, verifier: user.verifier };
  directory.journal.commit(directory.users.put(user.username, { ...user, configured }));
}

export function hashed(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
