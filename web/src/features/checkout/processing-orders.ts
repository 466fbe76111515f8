import * as z from "zod/mini";
import type { publicApi } from "../../../../shared/api-public.ts";
import { browserStorage } from "../../../../shared/browser-storage.ts";
import type { CartLine } from "../../../../shared/cart.ts";
import type { Output } from "../../../../shared/endpoint.ts";
import { PAYMENT_STATUS_LABEL } from "../../../../shared/order-status.ts";
import { call } from "../../api.ts";
import { storedValue } from "../../stored-value.ts";
import { isOrderFinished } from "./finish-order.ts";
import { withPublicApi } from "./with-public-api.ts";

const ProcessingOrder = z.object({
  sessionId: z.string(),
  items: z.array(
    z.object({ productId: z.string(), variantId: z.optional(z.string()), quantity: z.number() }),
  ),
});
type ProcessingOrder = z.infer<typeof ProcessingOrder>;
type Payment = Output<typeof publicApi.verifyPayment>;

/**
 * An earlier order that has items of the current cart. `items`: all its items. `names`: the names of those that are also in
 * the cart. `isPaid`: false while the payment is being processed.
 */
export type EarlierOrder = {
  sessionId: string;
  names: string[];
  items: ProcessingOrder["items"];
  isPaid: boolean;
};

const MAX_STORED_ORDERS = 20;
/** A payment that cannot be checked in this time counts as still being processed. */
const TIMEOUT_MS = 8_000;

/** The orders of this browser whose payment was being processed at the last check. */
export const processingOrders = storedValue(
  browserStorage.processingOrders,
  z.array(ProcessingOrder),
  () => window.localStorage,
);

export function forgetProcessingOrders(sessionIds: readonly string[]): void {
  const orders = processingOrders.read() ?? [];
  const otherOrders = orders.filter(({ sessionId }) => !sessionIds.includes(sessionId));
  if (otherOrders.length === 0) processingOrders.clear();
  else if (otherOrders.length < orders.length) processingOrders.write(otherOrders);
}

/** The API reports a processing payment as 'unpaid'; only the receipt's status shows the difference. */
export const isProcessing = ({ paymentStatus, receipt }: Payment): boolean =>
  paymentStatus === "unpaid" && receipt.status === PAYMENT_STATUS_LABEL.processing;

/**
 * Stores the order if its payment is being processed, or else removes it from the storage. A cancelled order is removed too,
 * because its customer may buy the items again.
 */
export function updateProcessingOrders(sessionId: string, payment: Payment): void {
  forgetProcessingOrders([sessionId]);
  if (!isProcessing(payment) || payment.reason === "cancelled") return;
  const items = payment.receipt.items.map(({ productId, variantId, quantity }) => ({
    productId,
    variantId,
    quantity,
  }));
  processingOrders.write(
    [...(processingOrders.read() ?? []), { sessionId, items }].slice(-MAX_STORED_ORDERS),
  );
}

function sharedProductNames(lines: readonly CartLine[], { items }: ProcessingOrder): string[] {
  const names = lines
    .filter(({ product, variantId }) =>
      items.some((item) => item.productId === product.id && item.variantId === variantId),
    )
    .map(({ product }) => product.name);
  return [...new Set(names)];
}

/**
 * Asks the server for the status of a stored order's payment. Undefined if the payment is neither paid nor being processed,
 * or if the paid items were already removed from the cart. A payment that cannot be checked counts as being processed.
 */
async function checkPayment({ sessionId }: ProcessingOrder): Promise<"processing" | "paid" | undefined> {
  try {
    const payment = await withPublicApi((api) =>
      call(api.verifyPayment, { body: { sessionId }, timeoutMs: TIMEOUT_MS }),
    );
    if (payment.paymentStatus === "paid" && !isOrderFinished(payment.orderId)) return "paid";
    updateProcessingOrders(sessionId, payment);
    // The update has kept the order only if its payment is still being processed.
    const isStored = processingOrders.read()?.some((order) => order.sessionId === sessionId);
    return isStored ? "processing" : undefined;
  } catch (error) {
    console.warn("A payment that was being processed could not be checked", error);
    return "processing";
  }
}

/**
 * The orders with items of this cart whose payment is being processed, or is paid while its items are still in the
 * cart.
 */
export async function findEarlierOrders(lines: readonly CartLine[]): Promise<EarlierOrder[]> {
  const earlierOrders = await Promise.all(
    (processingOrders.read() ?? []).map(async (order) => {
      const names = sharedProductNames(lines, order);
      const status = names.length > 0 ? await checkPayment(order) : undefined;
      return status === undefined ? [] : [{ ...order, names, isPaid: status === "paid" }];
    }),
  );
  return earlierOrders.flat();
}
