import { expect } from "vitest";
import type { Client } from "./client.ts";
import { checkInvariants, orderOf } from "./invariants.ts";

/** Expects one transition to paid, one receipt, sold pieces, and valid invariants. */
export async function expectPaidOnce(
  shop: Client,
  { orderId, email }: { orderId: string; email: string },
): Promise<void> {
  const order = await orderOf(shop.table, orderId);
  expect(order.paymentStatus).toBe("paid");
  expect(order.hold.state).toBe("sold");
  expect(order.history.filter(({ what, to }) => what === "payment" && to === "paid")).toHaveLength(1);
  const receipts = (await shop.mailsTo(email)).filter(({ subject }) => /receipt/i.test(subject));
  expect(receipts).toHaveLength(1);
  await checkInvariants(shop.table);
}
