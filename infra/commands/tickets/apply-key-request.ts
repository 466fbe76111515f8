import { newTicketKey } from "../../../shared/tickets/new-ticket-key.ts";
import {
  hasKeyEnded,
  nextKeyId,
  signingKeyOf,
  withKeyEnded,
  withNewKey,
  type TicketKey,
} from "../../../shared/tickets/ticket-keys.ts";
import { CommandError } from "../command.ts";

/**
 * `rotates`: a new key is created also if the stage has a signing key. `keyIdToEnd`: the id of a key whose codes are refused
 * from now on.
 */
export type KeyRequest = { rotates: boolean; keyIdToEnd: number | undefined };

/**
 * The keys after the request, and a line about each change. Throws if nothing would change, if no signing key would remain, or if
 * the key to end is unknown or was ended before.
 */
export async function applyKeyRequest(
  earlierKeys: readonly TicketKey[],
  { rotates, keyIdToEnd }: KeyRequest,
  now: Date,
): Promise<{ keys: TicketKey[]; lines: string[] }> {
  const lines: string[] = [];
  let keys = [...earlierKeys];
  const signingKey = signingKeyOf(keys, +now);
  if (rotates || !signingKey) {
    const id = nextKeyId(keys);
    keys = withNewKey(keys, await newTicketKey(id, now));
    lines.push(`Key ${id} is new: it signs the codes of all tickets from now on.`);
    for (const key of earlierKeys.filter((earlierKey) => !hasKeyEnded(earlierKey, +now)))
      lines.push(`Key ${key.id} signs nothing any more. Its codes stay valid until --end ${key.id}.`);
  }
  if (keyIdToEnd !== undefined) {
    const keyToEnd = keys.find(({ id }) => id === keyIdToEnd);
    if (!keyToEnd) throw new CommandError(`There is no key ${keyIdToEnd}.`);
    if (hasKeyEnded(keyToEnd, +now))
      throw new CommandError(`Key ${keyIdToEnd} was ended at ${String(keyToEnd.notAfter)}.`);
    if (signingKeyOf(keys, +now)?.id === keyIdToEnd)
      throw new CommandError(
        `Key ${keyIdToEnd} signs the codes of new tickets. Make a new one too: --rotate --end ${keyIdToEnd}`,
      );
    keys = withKeyEnded(keys, keyIdToEnd, now);
    lines.push(`Key ${keyIdToEnd} ends: doors refuse its codes.`);
  }
  if (lines.length === 0)
    throw new CommandError(
      `Key ${signingKey?.id} of ${signingKey?.createdAt} signs the codes of tickets. --rotate makes a new one.`,
    );
  return { keys, lines };
}
