import { endRequests } from "./end-requests.ts";
import type { BackInStockMailSettings } from "./mail-waiting-people.ts";
import { mailWaitingPeople } from "./mail-waiting-people.ts";
import { startMailing, readWaitingLists } from "./waiting-list-table.ts";
import { readRequestedVariant } from "./requested-variant.ts";

/**
 * Sends the mails that the function for StockBack events did not send. Also mails the people who wait for a product
 * that came back while it was a draft, because a draft emits no StockBack event. Deletes the requests for products that
 * cannot come back. Ends at `deadline` (ms since 1970).
 */
export async function reconcileWaitingLists(
  settings: BackInStockMailSettings,
  deadline: number,
): Promise<void> {
  for (const { mailingTime, people, ...variant } of await readWaitingLists(new Date())) {
    if (Date.now() >= deadline) return;
    const product = await readRequestedVariant(variant, new Date());
    if (!product) {
      await endRequests(variant, deadline);
      continue;
    }
    const isDue = people > 0 && product.isInStore && product.available > 0;
    const eventTime = mailingTime ?? (isDue ? new Date().toISOString() : undefined);
    if (eventTime === undefined) continue;
    if (mailingTime === undefined) await startMailing(variant, eventTime);
    await mailWaitingPeople(variant, { eventTime, deadline }, settings);
  }
}
