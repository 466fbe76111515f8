import { describe, expect, test } from "vitest";
import type { Change } from "../../lambdas/orders/change.ts";
import { applyDispute, type DisputeState } from "../../lambdas/orders/dispute-rules.ts";
import {
  applyRefund,
  requestRefund,
  refundableCents,
  refuseRefund,
  type RefundState,
} from "../../lambdas/orders/refund-rules.ts";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { paidOrder } from "../support/paid-order.ts";
import { permutations } from "../support/permutations.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const cause = { by: "stripe", now };
const asked = { refundId: "rfd_1", paymentIntentId: "pi_1", amount: 10_000 };

type Step = (order: StoredOrder) => Change | undefined;
/** The order after these steps, each repeated at the end, and the amounts of its events of one type. */
function after(order: StoredOrder, steps: readonly Step[]) {
  const events: Change["events"] = [];
  const end = [...steps, ...steps].reduce((at, step) => {
    const change = step(at);
    events.push(...(change?.events ?? []));
    return change?.order ?? at;
  }, order);
  return { end, events };
}

describe("a report of a refund", () => {
  const told = (status: RefundState["status"]): Step => {
    const news = { ...asked, stripeRefundId: "re_1", status };
    return (order) => applyRefund(order, news, cause);
  };
  const order = requestRefund(paidOrder(now), { ...asked, reason: "Refunded by the shop" }, cause).order;
  // Stripe's answer to the request is a report like its events, and comes before, between or after them.
  test.each<[said: string, news: RefundState["status"][], refunded: number]>([
    ["pending, failed", ["pending", "pending", "failed", "failed"], 0],
    ["pending, succeeded", ["pending", "pending", "succeeded"], 100],
    ["succeeded, failed later", ["succeeded", "succeeded", "failed", "failed"], 0],
    ["pending, succeeded, failed after all", ["pending", "pending", "succeeded", "failed", "failed"], 0],
  ])("%s: in every order, repeats included, what counts as given back is what was", (_, news, refunded) => {
    for (const steps of permutations(news.map(told))) {
      const { end, events } = after(order, steps);
      expect(end.financialInfo.refunded).toBe(refunded);
      expect(end.refunds).toHaveLength(1);
      expect(end.paymentStatus).toBe(refunded > 0 ? "refunded" : "needs-attention");
      expect(refundableCents(end)).toBe(10_000 - refunded * 100);
      const types = events.map(({ type }) => type).filter((type) => type !== "RefundRequested");
      // Success and failure are announced once each, in this order.
      const failed = refunded === 0 ? ["RefundFailed"] : [];
      expect([
        [...(refunded > 0 ? ["OrderRefunded"] : []), ...failed],
        ["OrderRefunded", ...failed],
      ]).toContainEqual(types);
      for (const event of events)
        if (event.type === "RefundFailed") expect(event.announced).toBe(types[0] === "OrderRefunded");
    }
  });

  test("a 'no' to a request, and news of the refund that Stripe made all the same: in every order, the refund counts", () => {
    const denied: Step = (at) => refuseRefund(at, asked, cause);
    for (const steps of permutations([denied, told("pending"), told("succeeded")])) {
      const { end } = after(order, steps);
      expect([end.financialInfo.refunded, end.paymentStatus, end.attention]).toEqual([100, "refunded", []]);
    }
  });

  test("two refunds of Stripe's that carry the same refund id are two, and both count", () => {
    const half = { ...asked, amount: 5000, status: "succeeded" as const };
    const one: Step = (at) => applyRefund(at, { ...half, stripeRefundId: "re_1" }, cause);
    const two: Step = (at) => applyRefund(at, { ...half, stripeRefundId: "re_2" }, cause);
    for (const steps of permutations([one, two])) {
      const { end } = after(paidOrder(now), steps);
      expect(end.refunds.map(({ amount }) => amount)).toEqual([50, 50]);
      expect(new Set(end.refunds.map(({ refundId }) => refundId)).size).toBe(2);
      expect(end.financialInfo.refunded).toBe(100);
    }
  });

  test.each([
    ["Refunded by the shop", false],
    ["Order cancelled", true],
    ["Paid after it was cancelled", true],
  ])("that fails at once, asked for because '%s': the customer knows of it: %s", (reason, announced) => {
    const requested = requestRefund(paidOrder(now), { ...asked, reason }, cause).order;
    const change = refuseRefund(requested, asked, cause);
    expect(change?.events).toMatchObject([{ type: "RefundFailed", announced }]);
  });
});

describe("a report of a dispute", () => {
  const dispute = (status: string, toldAt: number, movements: number[] = []): Step => {
    const news: DisputeState = {
      ...{ disputeId: "du_1", paymentIntentId: "pi_1", status, amount: 10_000 },
      ...{ movements, reason: "fraudulent", toldAt },
    };
    return (order) => applyDispute(order, news, cause);
  };
  const [OUT, BACK] = [-10_000, 10_000];
  const begun = [dispute("needs_response", 1), dispute("needs_response", 1, [OUT])];

  test.each<[said: string, steps: Step[], expected: object]>([
    [
      "open",
      begun,
      {
        paymentStatus: "needs-attention",
        attention: [{ cause: "disputed" }],
        financialInfo: { withdrawn: 100 },
      },
    ],
    [
      "won",
      [...begun, dispute("won", 5, [OUT]), dispute("won", 5, [OUT, BACK])],
      { paymentStatus: "paid", attention: [], disputes: [{ status: "won", withdrawn: 0 }] },
    ],
    [
      "won in the second in which it began",
      [...begun, dispute("won", 1, [OUT, BACK])],
      { paymentStatus: "paid", attention: [], disputes: [{ status: "won", withdrawn: 0 }] },
    ],
    [
      "lost",
      [...begun, dispute("lost", 5, [OUT])],
      {
        paymentStatus: "needs-attention",
        attention: [{ cause: "dispute-lost" }],
        financialInfo: { refunded: 0, withdrawn: 100 },
      },
    ],
    [
      "lost, then won the day after",
      [...begun, dispute("lost", 5, [OUT]), dispute("won", 9, [OUT, BACK])],
      { paymentStatus: "paid", attention: [], disputes: [{ status: "won", withdrawn: 0 }] },
    ],
    [
      "lost, then open to an appeal",
      [dispute("lost", 5, [OUT]), dispute("appeal_needs_response", 9, [OUT])],
      { paymentStatus: "needs-attention", attention: [{ cause: "disputed" }] },
    ],
    [
      "an inquiry that came to nothing",
      [
        dispute("warning_needs_response", 1),
        dispute("warning_under_review", 2),
        dispute("warning_closed", 5),
      ],
      { paymentStatus: "paid", attention: [], disputes: [{ status: "closed", withdrawn: 0 }] },
    ],
    [
      "an inquiry that became a dispute",
      [
        dispute("warning_needs_response", 1),
        dispute("needs_response", 5, [OUT]),
        dispute("under_review", 6, [OUT]),
      ],
      { attention: [{ cause: "disputed" }], financialInfo: { withdrawn: 100 } },
    ],
  ])("%s: the same in every order, repeats included", (_, steps, expected) => {
    for (const order of permutations(steps)) {
      const { end } = after(paidOrder(now), order);
      expect(end).toMatchObject(expected);
      expect(end.disputes).toHaveLength(1);
    }
  });

  test("that takes the money leaves none to refund; won, all of it can be refunded again", () => {
    const { end: open } = after(paidOrder(now), begun);
    expect(refundableCents(open)).toBe(0);
    expect(refundableCents(after(open, [dispute("won", 5, [OUT, BACK])]).end)).toBe(10_000);
  });

  test("of a part leaves the rest: lost, the order counts as refunded in part", () => {
    const part = {
      ...{ disputeId: "du_1", paymentIntentId: "pi_1", status: "lost", amount: 4000 },
      ...{ movements: [-4000], reason: "product_not_received", toldAt: 1 },
    };
    const lost = applyDispute(paidOrder(now), part, cause)?.order ?? paidOrder(now);
    expect(refundableCents(lost)).toBe(6000);
    expect({ ...lost.financialInfo }).toMatchObject({ total: 100, refunded: 0, withdrawn: 40 });
  });

  test("of an unknown status needs an admin", () => {
    expect(after(paidOrder(now), [dispute("argued_about", 1)]).end.attention).toMatchObject([
      { cause: "disputed", about: "du_1" },
    ]);
  });
});

test("an order stored before causes were kept still needs attention until all of the money went back", () => {
  const { attention: _, ...old } = paidOrder(now);
  const stored: StoredOrder = { ...old, paymentStatus: "needs-attention" };
  const refund = (id: string): Step => {
    const news = { stripeRefundId: id, paymentIntentId: "pi_1", amount: 5000, status: "succeeded" as const };
    return (order) => applyRefund(order, news, cause);
  };
  const { end: half } = after(stored, [refund("re_1")]);
  expect([half.paymentStatus, half.attention]).toMatchObject(["needs-attention", [{ cause: "other" }]]);
  expect(after(half, [refund("re_2")]).end).toMatchObject({ paymentStatus: "refunded", attention: [] });
});
