import { log } from "../lib/log.ts";
import { showsPickUpCode, type StoredOrder } from "../orders/stored-order.ts";
import { ensurePickUpCode } from "../tickets/pick-up-table.ts";

/**
 * The code with which an order is picked up. Undefined for orders that are not picked up or that the door does not hand over, and
 * in a stage without `secretArn`. Also undefined if the code cannot be made: the mail is sent all the same, because the order
 * number is enough for the pick-up.
 */
export async function ensurePickUpCodeForMail(
  order: StoredOrder,
  secretArn: string | undefined,
): Promise<string | undefined> {
  if (secretArn === undefined || !showsPickUpCode(order)) return undefined;
  try {
    return await ensurePickUpCode(order.orderId, secretArn, new Date());
  } catch (error) {
    log.warn("A mail goes out without the code for the pick-up", {
      error: error instanceof Error ? error.name : "unknown",
    });
    return undefined;
  }
}
