import { expect } from "vitest";
import { audit, orderOf } from "./books.ts";
import type { Client } from "./client.ts";

/** One transition to paid, one receipt, the pieces sold once, and every book of the shop right. */
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
  await audit(shop.table);
}
