import type { OrderData } from "../../shared/order-data.ts";
import type { CheckoutDriver } from "./checkout-driver.ts";
import type { CartEntry } from "./fixtures.ts";
import { orderData } from "./fixtures.ts";

/**
 * Sends an order again after a 503, as Retry-After asks, at most five times: on a busy table or a slow machine the tries of
 * one call may end too early.
 */
export async function sendUntilAnswered(
  driver: CheckoutDriver,
  data: OrderData,
  options: { from?: string } = {},
) {
  for (let attempt = 1; ; attempt++) {
    const answer = await driver.send(data, options);
    if (answer.status !== 503 || attempt === 5) return answer;
  }
}

/** Sends `count` concurrent checkouts, each from another address; returns the number of responses by status. */
export async function checkoutConcurrently(
  driver: CheckoutDriver,
  count: number,
  entries: (i: number) => CartEntry[],
): Promise<Record<number, number>> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      driver.send(orderData(entries(i)), { from: `192.0.${i >> 8}.${i & 255}` }),
    ),
  );
  const statuses: Record<number, number> = {};
  for (const answer of answers) {
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    if (answer.status === 409 && !answer.error.lines?.length) throw new Error(answer.body);
  }
  return statuses;
}
