import { describe, expect, test } from "vitest";
import { eraseCustomerData, erasureRefusal } from "../../../infra/commands/customer/erasure-rules.ts";
import { describeOutOfReach } from "../../../infra/commands/customer/texts.ts";
import type { StoredOrder } from "../../../lambdas/orders/stored-order.ts";
import { ORDER_STATUS } from "../../../shared/order-status.ts";
import { paidOrder } from "../../support/paid-order.ts";

describe("an order's personal data", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  const pendingOrder = paidOrder(now);
  const { createdAt: at, hold } = pendingOrder;
  const completedOrder: StoredOrder = { ...pendingOrder, orderStatus: ORDER_STATUS.completed };
  const refund = { refundId: "rfd_1", amount: 1, reason: "x", at, paymentIntentId: "pi_1" };
  const dispute = { disputeId: "dp_1", amount: 1, withdrawn: 1, reason: "fraudulent", at };
  const { paidSessionId: _, ...payment } = pendingOrder.payment;
  const unpaidOrder = { ...pendingOrder, payment, hold: { ...hold, state: "released" as const } };

  test.each<[string, string | undefined, StoredOrder]>([
    ["a completed order", undefined, completedOrder],
    ["a cancelled order", undefined, { ...pendingOrder, orderStatus: ORDER_STATUS.cancelled }],
    ["a pending order", "it is neither completed nor cancelled", pendingOrder],
    [
      "a requested refund",
      "a refund is not complete",
      { ...completedOrder, refunds: [{ ...refund, status: "requested" }] },
    ],
    [
      "a refund that succeeded",
      "its refund may still come back from the bank until 2026-12-22T12:00:00.000Z, and the customer must then be reached",
      { ...completedOrder, refunds: [{ ...refund, status: "succeeded" }] },
    ],
    [
      "a refund that succeeded 30 days ago",
      undefined,
      { ...completedOrder, refunds: [{ ...refund, status: "succeeded", at: "2026-10-23T12:00:00.000Z" }] },
    ],
    [
      "a refund that was requested 40 days ago and succeeded a day ago",
      "its refund may still come back from the bank until 2026-12-21T12:00:00.000Z, and the customer must then be reached",
      {
        ...completedOrder,
        refunds: [{ ...refund, status: "succeeded", at: "2026-10-13T12:00:00.000Z" }],
        history: [{ at: "2026-11-21T12:00:00.000Z", by: "stripe", what: "refund succeeded", to: 1 }],
      },
    ],
    [
      "an open dispute",
      "a dispute is open",
      {
        ...completedOrder,
        disputes: [{ ...dispute, status: "open", paymentIntentId: "pi_1", toldAt: 1, moves: 1 }],
      },
    ],
    [
      "a failed refund that needs attention",
      "it needs attention: a refund failed",
      { ...completedOrder, attention: [{ cause: "refund-failed", about: "rfd_1", since: at }] },
    ],
    [
      "a payment page that may be open",
      "its payment page may be open until 2026-11-22T12:31:00.000Z",
      { ...unpaidOrder, paymentStatus: "expired" },
    ],
    [
      "a payment that takes days",
      "its payment is on its way",
      { ...unpaidOrder, paymentStatus: "processing" },
    ],
    [
      "held pieces",
      `its pieces are held until ${hold.endsAt}`,
      { ...unpaidOrder, paymentStatus: "unpaid", hold: { state: "held", endsAt: hold.endsAt } },
    ],
  ])("in the case of %s, the reason against the erasure is %s", (_case, reason, order) => {
    expect(erasureRefusal(order, now)).toBe(reason);
  });

  test("is not erased a second time", () => {
    const change = eraseCustomerData(completedOrder, { by: "shop", now });
    expect(change && eraseCustomerData(change.order, { by: "shop", now })).toBeUndefined();
  });

  test("that the command cannot erase is listed by place; for logs, backups and the archive, with the time of its deletion", () => {
    const text = describeOutOfReach({ logRetentionDays: 90, teamEmail: "team@example.org" });
    for (const part of [
      "team@example.org",
      "35 days",
      "90 days",
      "for a year",
      "reasons that admins typed",
      "Stripe",
      "Door staff",
      "sent on",
    ])
      expect(text).toContain(part);
  });
});
