import { expect, test } from "vitest";
import type { Order } from "../../../shared/order.ts";
import {
  createRefundDraft,
  draftAtOpening,
} from "../../../web/src/features/admin/order-details/refund-draft.ts";

const NOON = "2026-11-20T12:00:00.000Z";
const order: Order = {
  orderId: "ord_refund",
  orderDate: NOON,
  createdAt: NOON,
  updatedAt: NOON,
  orderStatus: 1,
  paymentStatus: "paid",
  items: [{ productId: "tee", name: "Tee", quantity: 1, priceEach: 40, category: "shirts", weight: 1 }],
  financialInfo: { subtotal: 40, shipping: 0, total: 40, refunded: 0 },
  marketingConsent: false,
  refunds: [],
  version: 3,
  history: [],
};
const refundOf = (refundId: string, status: Order["refunds"][number]["status"]) => ({
  refundId,
  amount: 5,
  status,
  reason: "Refunded by the shop",
  at: NOON,
});

test("the refund form keeps its input and its id while the order's money does not move", () => {
  const draft = { ...createRefundDraft(order), amountText: "5.00" };
  expect(draftAtOpening(draft, { ...order, version: 4, orderStatus: 2 })).toBe(draft);
});

test("the refund form starts again when another refund was requested, or its own refund was made and then failed", () => {
  const draft = { ...createRefundDraft(order), amountText: "5.00" };
  for (const refund of [
    refundOf("rfd-of-another-admin", "requested"),
    refundOf(draft.refundId, "requested"),
    refundOf(draft.refundId, "failed"),
  ]) {
    const newDraft = draftAtOpening(draft, { ...order, refunds: [refund] });
    expect(newDraft.amountText).toBe("");
    expect(newDraft.refundId).not.toBe(draft.refundId);
  }
});
