import * as z from "zod/mini";
import { KEY_ALGORITHM } from "./ticket-code.ts";
import { TicketKey } from "./ticket-keys.ts";

/** A new key that can sign the codes of tickets. */
export async function newTicketKey(id: number, now: Date): Promise<TicketKey> {
  const pair = await crypto.subtle.generateKey(KEY_ALGORITHM, true, ["sign", "verify"]);
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.exportKey("jwk", pair.privateKey),
    crypto.subtle.exportKey("jwk", pair.publicKey),
  ]);
  // The schema drops `key_ops` and `ext`, so that each import can choose the use of the key.
  return z.parse(TicketKey, { id, privateKey, publicKey, createdAt: now.toISOString() });
}
