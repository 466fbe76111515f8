import { alarmField } from "../../shared/log-alarms.ts";
import {
  checkCode,
  importPrivateKey,
  importPublicKey,
  parseCode,
  shortCodeOf,
  signCode,
  type CodeCheck,
  type CodeContent,
} from "../../shared/tickets/ticket-code.ts";
import {
  hasKeyEnded,
  parseTicketKeys,
  signingKeyOf,
  type TicketKey,
} from "../../shared/tickets/ticket-keys.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { unavailable } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import { readSecret, readSecretVersions } from "../lib/secrets.ts";

/** The stage's keys, cached for five minutes. */
export const readTicketKeys = async (secretArn: string): Promise<TicketKey[]> =>
  parseTicketKeys(await readSecret(secretArn));

export type SignedCode = { code: string; shortCode: string };

/** Signs the code of a ticket or an order with the newest key. Throws 503 while there is no key. */
export async function signWithNewestKey(
  content: Omit<CodeContent, "keyId" | "issuedAt" | "event"> & { event?: string },
  secretArn: string,
  now: Date,
): Promise<SignedCode> {
  const key = signingKeyOf(await readTicketKeys(secretArn), +now);
  if (!key) {
    log.error("No ticket can be signed, because there is no key: npm run tickets:key", {
      ...alarmField("secret"),
      secret: "TicketKeys",
    });
    throw unavailable(new Error("There is no key for tickets"));
  }
  const privateKey = await importPrivateKey(key.privateKey);
  const issuedAt = toEpochSeconds(now);
  const code = await signCode({ ...content, keyId: key.id, issuedAt }, privateKey);
  return { code, shortCode: await shortCodeOf(code) };
}

/** Whether the key of a code was ended. Does not check the signature, so `code` must be a code that the shop stored. */
export async function isKeyEnded(code: string, secretArn: string, now: Date): Promise<boolean> {
  const keyId = parseCode(code)?.keyId;
  const key = (await readTicketKeys(secretArn)).find(({ id }) => id === keyId);
  return key !== undefined && hasKeyEnded(key, +now);
}

/** Checks a code. Reads the keys again for an unknown key, because another function may have signed with a newer key. */
export async function checkSignature(text: string, secretArn: string, now: Date): Promise<CodeCheck> {
  const keyId = parseCode(text)?.keyId;
  if (keyId === undefined) return { ok: false, why: "unreadable" };
  const cachedKeys = await readTicketKeys(secretArn);
  const keys = cachedKeys.some(({ id }) => id === keyId)
    ? cachedKeys
    : parseTicketKeys((await readSecretVersions(secretArn)).newest);
  const key = keys.find(({ id }) => id === keyId);
  if (!key) return { ok: false, why: "forged" };
  const notAfter = key.notAfter === undefined ? undefined : Date.parse(key.notAfter);
  return checkCode(text, [{ id: key.id, key: await importPublicKey(key.publicKey), notAfter }], +now);
}

/**
 * Whether doors refuse the code of a ticket: its key was ended, or the stage has another secret and lacks the key. False while
 * there is no key, because an operator may still copy the earlier keys.
 */
export async function isCodeRefused(code: string, secretArn: string, now: Date): Promise<boolean> {
  if ((await readTicketKeys(secretArn)).length === 0) return false;
  return !(await checkSignature(code, secretArn, now)).ok;
}
