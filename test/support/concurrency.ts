import type { OrderData } from "../../shared/order-data.ts";
import type { CheckoutDriver } from "./checkout-driver.ts";
import type { CartEntry } from "./fixtures.ts";
import { orderData } from "./fixtures.ts";

/**
 * Sends an order, and sends it again at once after a 503: at most five times in all. The function itself retries too, but on a
 * busy table or a slow machine it may still answer 503.
 */
export async function sendUntilAnswered(
  driver: CheckoutDriver,
  data: OrderData,
  options: { from?: string } = {},
) {
  for (let tryNumber = 1; ; tryNumber++) {
    const response = await driver.send(data, options);
    if (response.status !== 503 || tryNumber === 5) return response;
  }
}

/**
 * Sends `count` concurrent checkouts, each from another IP address; returns the number of responses by status. Throws if a
 * 409 does not name the lines.
 */
export async function checkoutConcurrently(
  driver: CheckoutDriver,
  count: number,
  entriesOf: (i: number) => CartEntry[],
): Promise<Record<number, number>> {
  const responses = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      driver.send(orderData(entriesOf(i)), { from: `192.0.${i >> 8}.${i & 255}` }),
    ),
  );
  const countByStatus: Record<number, number> = {};
  for (const response of responses) {
    countByStatus[response.status] = (countByStatus[response.status] ?? 0) + 1;
    if (response.status === 409 && !response.error.lines?.length) throw new Error(response.body);
  }
  return countByStatus;
}
