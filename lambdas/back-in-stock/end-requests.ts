import type { VariantKey } from "./waiting-list-table.ts";
import { removeRequest, readRequests } from "./request-table.ts";
import { deleteList } from "./waiting-list-table.ts";

const BATCH_SIZE = 25;

/**
 * Deletes all requests for a product or variant that cannot come back. Stops at `deadline` (ms since 1970); a later call
 * deletes the rest.
 */
export async function endRequests(variant: VariantKey, deadline: number): Promise<void> {
  let after: string | undefined = "";
  while (after !== undefined) {
    const { requests, next } = await readRequests(variant, { after, limit: BATCH_SIZE });
    for (const request of requests) {
      if (Date.now() >= deadline) return;
      await removeRequest(request);
    }
    // Starts over after removals, because requests may have been added or confirmed before this position.
    after = requests.length > 0 ? "" : next;
  }
  await deleteList(variant);
}
