/** An event with signed tickets, for tests of the door. */
import {
  eventHash,
  importPublicKey,
  KEY_ALGORITHM,
  shortCodeOf,
  signCode,
} from "../../shared/tickets/ticket-code.ts";
import { ID_LENGTH } from "../../shared/tickets/base32.ts";
import type { DoorEventRow } from "../../shared/api-tickets.ts";
import type { DoorTicket } from "../../shared/tickets/ticket.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KEY_ID = 3;
export const HOLDERS = [
  "Ada Lovelace",
  "Grace Hopper",
  "José Núñez",
  "Alan Turing",
  "Radia Perlman",
] as const;

export const ticketIdOf = (i: number): string => `tkt_${String(i).padStart(ID_LENGTH, "0")}`;

/** An event that starts an hour after `now` (ms) and takes three hours. */
export const sampleEvent = (productId: string, name: string, now: number): DoorEventRow => ({
  productId,
  name,
  tickets: 5,
  checkedIn: 0,
  event: {
    startsAt: new Date(now + HOUR_MS).toISOString(),
    endsAt: new Date(now + 4 * HOUR_MS).toISOString(),
    timeZone: "America/Kentucky/Louisville",
    venue: { name: "The Rickhouse", street: "1 Barrel Rd", city: "Louisville", state: "KY", zip: "40202" },
  },
});

/**
 * `count` tickets of one event with their signed codes. `now`: the present time in ms. `keys`: the public keys as the shop
 * sends them. `verifyKeys`: the same keys, imported for Web Crypto. `signTicket` and `signOrder` make more codes.
 */
export async function sampleTickets({ count = 5, productId = "prd_tasting", now = Date.now() } = {}) {
  const keyPair = await crypto.subtle.generateKey(KEY_ALGORITHM, true, ["sign", "verify"]);
  const { x = "", y = "" } = await crypto.subtle.exportKey("jwk", keyPair.publicKey);
  const jwk = { kty: "EC", crv: "P-256", x, y } as const;
  const issuedAt = Math.floor((now - DAY_MS) / 1000);
  const signTicket = async (
    id: string,
    changes: { generation?: number; event?: string; issuedAt?: number } = {},
  ) =>
    signCode(
      {
        kind: "ticket",
        keyId: KEY_ID,
        id,
        generation: 0,
        event: await eventHash(productId),
        issuedAt,
        ...changes,
      },
      keyPair.privateKey,
    );
  const signOrder = (id: string) =>
    signCode({ kind: "order", keyId: KEY_ID, id, generation: 0, issuedAt }, keyPair.privateKey);
  const codes: string[] = [];
  const tickets: DoorTicket[] = [];
  for (let i = 0; i < count; i++) {
    const code = await signTicket(ticketIdOf(i));
    codes.push(code);
    tickets.push({
      ticketId: ticketIdOf(i),
      name: "Barrel Tasting",
      holder: HOLDERS[i % HOLDERS.length] ?? "",
      n: (i % 3) + 1,
      of: 3,
      generation: 0,
      shortCode: await shortCodeOf(code),
      checkIns: [],
      changedAt: new Date(now - DAY_MS).toISOString(),
    });
  }
  const keys = [{ id: KEY_ID, key: jwk }];
  return {
    tickets,
    codes,
    signTicket,
    signOrder,
    keys,
    verifyKeys: [{ id: KEY_ID, key: await importPublicKey(jwk) }],
  };
}
export type SampleTickets = Awaited<ReturnType<typeof sampleTickets>>;
