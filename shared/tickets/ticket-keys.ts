/** Pure: the keys that sign the codes of tickets, as Secrets Manager stores them. */
import * as z from "zod/mini";
import { Timestamp } from "../timestamp.ts";

/** The public key as a JSON Web Key. Everybody can check codes with it. */
export const PublicKey = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
});
const PrivateKey = z.extend(PublicKey, { d: z.string() });

export const TicketKey = z.object({
  /** A code stores the id in two bytes. */
  id: z.int().check(z.gte(1), z.lte(65_535)),
  /** Absent after a rotation or `withKeyEnded`: the key then signs no more codes. */
  privateKey: z.optional(PrivateKey),
  publicKey: PublicKey,
  createdAt: Timestamp,
  /** From this time on, codes of this key are refused. */
  notAfter: z.optional(Timestamp),
});
export type TicketKey = z.infer<typeof TicketKey>;
const TicketKeys = z.object({ keys: z.array(TicketKey) });

/**
 * The keys in the secret. Empty if the secret is not JSON, because a new secret is random text until an operator
 * creates the first key.
 */
export function parseTicketKeys(text: string): TicketKey[] {
  try {
    JSON.parse(text);
  } catch {
    return [];
  }
  return z.parse(TicketKeys, JSON.parse(text)).keys;
}

export const toSecretText = (keys: readonly TicketKey[]): string => JSON.stringify({ keys });

/** Whether codes of a key are refused at `now` (ms). */
export const hasKeyEnded = ({ notAfter }: Pick<TicketKey, "notAfter">, now: number): boolean =>
  notAfter !== undefined && Date.parse(notAfter) <= now;

/** The newest key that can sign at `now` (ms); undefined if none can. */
export const signingKeyOf = (
  keys: readonly TicketKey[],
  now: number,
): (TicketKey & { privateKey: z.infer<typeof PrivateKey> }) | undefined =>
  keys
    .flatMap((key) =>
      key.privateKey && !hasKeyEnded(key, now) ? [{ ...key, privateKey: key.privateKey }] : [],
    )
    .sort((a, b) => b.id - a.id)[0];

const withoutPrivateKey = ({ privateKey: _privateKey, ...key }: TicketKey): TicketKey => key;

export const nextKeyId = (keys: readonly TicketKey[]): number => Math.max(0, ...keys.map(({ id }) => id)) + 1;

/** Adds a key that signs all new codes. Earlier keys sign no more codes; their existing codes stay valid. */
export const withNewKey = (keys: readonly TicketKey[], key: TicketKey): TicketKey[] => [
  ...keys.map(withoutPrivateKey),
  key,
];

/** Ends a key: its codes are refused from `now` on. */
export const withKeyEnded = (keys: readonly TicketKey[], id: number, now: Date): TicketKey[] =>
  keys.map((key) =>
    key.id === id ? withoutPrivateKey({ ...key, notAfter: key.notAfter ?? now.toISOString() }) : key,
  );
