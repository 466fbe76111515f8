import { describe, expect, test } from "vitest";
import { openCauses } from "../../lambdas/orders/attention-rules.ts";
import type { Change } from "../../lambdas/orders/change.ts";
import { applyDispute, applyFraudWarning, type DisputeReport } from "../../lambdas/orders/dispute-rules.ts";
import {
  applyRefund,
  addRefundRequest,
  hasRefundFailed,
  refundableCents,
  refuseRefund,
  type RefundReport,
} from "../../lambdas/orders/refund-rules.ts";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { paidOrder } from "../support/paid-order.ts";
import { permutations } from "../support/permutations.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const actor = { by: "stripe", now };
/** The refund of the whole payment. Here and in the reports of Stripe below, amounts are in cents. */
const request = { refundId: "rfd_1", paymentIntentId: "pi_1", amount: 10_000 };

type Step = (order: StoredOrder) => Change | undefined;
/** Applies all steps, then all of them again; returns the resulting order and the events. */
function applyTwice(order: StoredOrder, steps: readonly Step[]) {
  const events: Change["events"] = [];
  const result = [...steps, ...steps].reduce((current, step) => {
    const change = step(current);
    events.push(...(change?.events ?? []));
    return change?.order ?? current;
  }, order);
  return { result, events };
}

describe("reports of a refund", () => {
  const report = (status: RefundReport["status"]): Step => {
    const refund = { ...request, stripeRefundId: "re_1", status };
    return (order) => applyRefund(order, refund, actor);
  };
  const order = addRefundRequest(paidOrder(now), { ...request, reason: "Refunded by the shop" }, actor).order;
  // Stripe reports a refund in its response to the request and by events, in any order.
  test.each<[description: string, statuses: RefundReport["status"][], refunded: number]>([
    ["pending, failed", ["pending", "pending", "failed", "failed"], 0],
    ["pending, succeeded", ["pending", "pending", "succeeded"], 100],
    ["succeeded, failed later", ["succeeded", "succeeded", "failed", "failed"], 0],
    ["pending, succeeded, failed after all", ["pending", "pending", "succeeded", "failed", "failed"], 0],
  ])(
    "%s: only money that went back counts as refunded, in every sequence of the reports, also if repeated",
    (_, statuses, refunded) => {
      for (const steps of permutations(statuses.map(report))) {
        const { result, events } = applyTwice(order, steps);
        expect(result.financialInfo.refunded).toBe(refunded);
        expect(result.refunds).toHaveLength(1);
        expect(result.paymentStatus).toBe(refunded > 0 ? "refunded" : "needs-attention");
        expect(refundableCents(result)).toBe(10_000 - refunded * 100);
        const types = events.map(({ type }) => type).filter((type) => type !== "RefundRequested");
        // Success and failure are each reported by at most one event, in this order.
        const failureTypes = refunded === 0 ? ["RefundFailed"] : [];
        expect([
          [...(refunded > 0 ? ["OrderRefunded"] : []), ...failureTypes],
          ["OrderRefunded", ...failureTypes],
        ]).toContainEqual(types);
        for (const event of events)
          if (event.type === "RefundFailed") expect(event.announced).toBe(types[0] === "OrderRefunded");
      }
    },
  );

  test("a refund that Stripe made counts in every sequence, although Stripe refused another request for it", () => {
    const refusal: Step = (current) => refuseRefund(current, request, actor);
    for (const steps of permutations([refusal, report("pending"), report("succeeded")])) {
      const { result } = applyTwice(order, steps);
      expect([result.financialInfo.refunded, result.paymentStatus, result.attention]).toEqual([
        100,
        "refunded",
        [],
      ]);
    }
  });

  test("two Stripe refunds with the same refund id count as two refunds", () => {
    const half = { ...request, amount: 5000, status: "succeeded" as const };
    const firstRefund: Step = (current) => applyRefund(current, { ...half, stripeRefundId: "re_1" }, actor);
    const secondRefund: Step = (current) => applyRefund(current, { ...half, stripeRefundId: "re_2" }, actor);
    for (const steps of permutations([firstRefund, secondRefund])) {
      const { result } = applyTwice(paidOrder(now), steps);
      expect(result.refunds.map(({ amount }) => amount)).toEqual([50, 50]);
      expect(new Set(result.refunds.map(({ refundId }) => refundId)).size).toBe(2);
      expect(result.financialInfo.refunded).toBe(100);
    }
  });

  const fraudWarning =
    (isActionable: boolean): Step =>
    (current) =>
      applyFraudWarning(current, { warningId: "issfr_1", paymentIntentId: "pi_1", isActionable }, actor);
  const dispute: Step = (current) =>
    applyDispute(
      current,
      {
        disputeId: "du_1",
        paymentIntentId: "pi_1",
        status: "won",
        amount: 10_000,
        movements: [],
        reason: "fraudulent",
        toldAt: 1,
      },
      actor,
    );
  // Stripe calls a warning not actionable if the payment was refunded in full, or is disputed.
  test.each<[description: string, isActionable: boolean, steps: Step[], causes: string[]]>([
    ["opens", true, [], ["fraud-warning"]],
    ["stays open while the refund is pending", true, [report("pending")], ["fraud-warning"]],
    ["is settled by the refund", true, [report("pending"), report("succeeded")], []],
    [
      "is open if the refund fails",
      true,
      [report("pending"), report("succeeded"), report("failed")],
      ["fraud-warning", "refund-failed"],
    ],
    ["is closed by a dispute", true, [report("succeeded"), dispute], []],
    [
      "stays closed after a dispute if the refund fails",
      true,
      [report("succeeded"), dispute, report("failed")],
      ["refund-failed"],
    ],
    ["after the refund does not open while the refund is pending", false, [report("pending")], []],
    ["after the refund does not open", false, [report("pending"), report("succeeded")], []],
    [
      "after the refund opens if the refund fails",
      false,
      [report("pending"), report("succeeded"), report("failed")],
      ["fraud-warning", "refund-failed"],
    ],
    ["after a dispute does not open", false, [dispute], []],
  ])("an early fraud warning %s, in every sequence of the reports", (_, isActionable, steps, causes) => {
    for (const sequence of permutations([fraudWarning(isActionable), ...steps])) {
      const result = sequence.reduce((current, step) => step(current)?.order ?? current, order);
      expect(
        openCauses(result)
          .map(({ cause }) => cause)
          .toSorted(),
      ).toEqual(causes);
    }
  });

  test.each([
    ["Refunded by the shop", false],
    ["Order cancelled", true],
    ["Paid after it was cancelled", true],
  ])(
    "when Stripe refuses a refund with the reason '%s', the event's field `announced` is %s",
    (reason, announced) => {
      const orderWithRequest = addRefundRequest(paidOrder(now), { ...request, reason }, actor).order;
      const change = refuseRefund(orderWithRequest, request, actor);
      expect(change?.events).toMatchObject([{ type: "RefundFailed", announced }]);
    },
  );
});

describe("the refunds of a cancelled order that was paid with $100", () => {
  const cancelledOrder: StoredOrder = { ...paidOrder(now), orderStatus: ORDER_STATUS.cancelled };
  /** An actor at this minute, so that the rules see which step came first. */
  const actorAt = (minute: number) => ({ by: "stripe", now: new Date(+now + minute * 60_000) });
  const requestRefund = (refundId: string, dollars: number) => (order: StoredOrder, minute: number) =>
    addRefundRequest(
      order,
      { refundId, paymentIntentId: "pi_1", amount: dollars * 100, reason: "Refunded by the shop" },
      actorAt(minute),
    ).order;
  const report =
    (refundId: string, status: RefundReport["status"]) =>
    (order: StoredOrder, minute: number): StoredOrder => {
      const dollars = order.refunds.find((refund) => refund.refundId === refundId)?.amount ?? 0;
      const fields = { refundId, stripeRefundId: `re_${refundId}`, paymentIntentId: "pi_1" };
      const refund = { ...fields, amount: dollars * 100, status };
      return applyRefund(order, refund, actorAt(minute))?.order ?? order;
    };
  const succeed = (refundId: string) => report(refundId, "succeeded");
  const fail = (refundId: string) => report(refundId, "failed");

  test.each<
    [description: string, hasFailed: boolean, steps: ((o: StoredOrder, minute: number) => StoredOrder)[]]
  >([
    [
      "one of two failed, and the other succeeded",
      true,
      [requestRefund("a", 50), requestRefund("b", 50), succeed("b"), fail("a")],
    ],
    [
      "both failed, and one was repeated",
      true,
      [
        requestRefund("a", 50),
        requestRefund("b", 50),
        fail("a"),
        fail("b"),
        requestRefund("c", 50),
        succeed("c"),
      ],
    ],
    [
      "both failed, and both were repeated together",
      false,
      [
        requestRefund("a", 50),
        requestRefund("b", 50),
        fail("a"),
        fail("b"),
        requestRefund("c", 100),
        succeed("c"),
      ],
    ],
    [
      "one failed, its repetition failed too, and the second repetition succeeded",
      false,
      [
        requestRefund("a", 50),
        fail("a"),
        requestRefund("b", 50),
        fail("b"),
        requestRefund("c", 50),
        succeed("c"),
      ],
    ],
    [
      "the first failed after the second had succeeded",
      true,
      [requestRefund("a", 50), succeed("a"), requestRefund("b", 50), succeed("b"), fail("a")],
    ],
  ])("%s: hasRefundFailed is %s", (_, hasFailed, steps) => {
    const order = steps.reduce((current, step, minute) => step(current, minute), cancelledOrder);
    expect(hasRefundFailed(order)).toBe(hasFailed);
  });
});

describe("reports of a dispute", () => {
  const dispute = (status: string, toldAt: number, movements: number[] = []): Step => {
    const state: DisputeReport = {
      disputeId: "du_1",
      paymentIntentId: "pi_1",
      status,
      amount: 10_000,
      movements,
      reason: "fraudulent",
      toldAt,
    };
    return (order) => applyDispute(order, state, actor);
  };
  const [WITHDRAWAL, REINSTATEMENT] = [-10_000, 10_000];
  const openReports = [dispute("needs_response", 1), dispute("needs_response", 1, [WITHDRAWAL])];

  test.each<[description: string, steps: Step[], expected: object]>([
    [
      "open",
      openReports,
      {
        paymentStatus: "needs-attention",
        attention: [{ cause: "disputed" }],
        financialInfo: { withdrawn: 100 },
      },
    ],
    [
      "won",
      [...openReports, dispute("won", 5, [WITHDRAWAL]), dispute("won", 5, [WITHDRAWAL, REINSTATEMENT])],
      { paymentStatus: "paid", attention: [], disputes: [{ status: "won", withdrawn: 0 }] },
    ],
    [
      "won in the second in which it began",
      [...openReports, dispute("won", 1, [WITHDRAWAL, REINSTATEMENT])],
      { paymentStatus: "paid", attention: [], disputes: [{ status: "won", withdrawn: 0 }] },
    ],
    [
      "lost",
      [...openReports, dispute("lost", 5, [WITHDRAWAL])],
      {
        paymentStatus: "needs-attention",
        attention: [{ cause: "dispute-lost" }],
        financialInfo: { refunded: 0, withdrawn: 100 },
      },
    ],
    [
      "lost, then won",
      [...openReports, dispute("lost", 5, [WITHDRAWAL]), dispute("won", 9, [WITHDRAWAL, REINSTATEMENT])],
      { paymentStatus: "paid", attention: [], disputes: [{ status: "won", withdrawn: 0 }] },
    ],
    [
      "lost, then open to an appeal",
      [dispute("lost", 5, [WITHDRAWAL]), dispute("appeal_needs_response", 9, [WITHDRAWAL])],
      { paymentStatus: "needs-attention", attention: [{ cause: "disputed" }] },
    ],
    [
      "an inquiry that was closed",
      [
        dispute("warning_needs_response", 1),
        dispute("warning_under_review", 2),
        dispute("warning_closed", 5),
      ],
      { paymentStatus: "paid", attention: [], disputes: [{ status: "closed", withdrawn: 0 }] },
    ],
    [
      "prevented before it moved money",
      [dispute("prevented", 1)],
      { paymentStatus: "paid", attention: [], disputes: [{ status: "closed", withdrawn: 0 }] },
    ],
    [
      "prevented by giving the money to the customer",
      [dispute("prevented", 1), dispute("prevented", 1, [WITHDRAWAL])],
      {
        paymentStatus: "needs-attention",
        attention: [{ cause: "dispute-lost" }],
        financialInfo: { refunded: 0, withdrawn: 100 },
        disputes: [{ status: "lost", withdrawn: 100 }],
      },
    ],
    [
      "an inquiry that became a dispute",
      [
        dispute("warning_needs_response", 1),
        dispute("needs_response", 5, [WITHDRAWAL]),
        dispute("under_review", 6, [WITHDRAWAL]),
      ],
      { attention: [{ cause: "disputed" }], financialInfo: { withdrawn: 100 } },
    ],
  ])(
    "%s: the outcome is the same for every sequence of the reports, also when they are repeated",
    (_, steps, expected) => {
      for (const permutation of permutations(steps)) {
        const { result } = applyTwice(paidOrder(now), permutation);
        expect(result).toMatchObject(expected);
        expect(result.disputes).toHaveLength(1);
      }
    },
  );

  test("during an open dispute nothing can be refunded; after it was won, everything can be refunded again", () => {
    const { result: disputedOrder } = applyTwice(paidOrder(now), openReports);
    expect(refundableCents(disputedOrder)).toBe(0);
    expect(
      refundableCents(applyTwice(disputedOrder, [dispute("won", 5, [WITHDRAWAL, REINSTATEMENT])]).result),
    ).toBe(10_000);
  });

  test("after a lost dispute over a part of the payment, the rest can be refunded", () => {
    const partialDispute = {
      disputeId: "du_1",
      paymentIntentId: "pi_1",
      status: "lost",
      amount: 4000,
      movements: [-4000],
      reason: "product_not_received",
      toldAt: 1,
    };
    const orderAfterLoss = applyDispute(paidOrder(now), partialDispute, actor)?.order ?? paidOrder(now);
    expect(refundableCents(orderAfterLoss)).toBe(6000);
    expect(orderAfterLoss.financialInfo).toMatchObject({ total: 100, refunded: 0, withdrawn: 40 });
  });

  test("a dispute with an unknown status needs attention", () => {
    expect(applyTwice(paidOrder(now), [dispute("argued_about", 1)]).result.attention).toMatchObject([
      { cause: "disputed", about: "du_1" },
    ]);
  });
});

test("an order that was stored as needing attention, but without a cause, needs attention until it is fully refunded", () => {
  const { attention: _, ...withoutAttention } = paidOrder(now);
  const stored: StoredOrder = { ...withoutAttention, paymentStatus: "needs-attention" };
  const refund = (id: string): Step => {
    const succeeded = {
      stripeRefundId: id,
      paymentIntentId: "pi_1",
      amount: 5000,
      status: "succeeded" as const,
    };
    return (order) => applyRefund(order, succeeded, actor);
  };
  const { result: halfRefunded } = applyTwice(stored, [refund("re_1")]);
  expect([halfRefunded.paymentStatus, halfRefunded.attention]).toMatchObject([
    "needs-attention",
    [{ cause: "other" }],
  ]);
  expect(applyTwice(halfRefunded, [refund("re_2")]).result).toMatchObject({
    paymentStatus: "refunded",
    attention: [],
  });
});
