import { expect, test } from "vitest";
import { shippedOrder } from "../../infra/mail-samples/sample-orders.ts";
import type { AttentionCause } from "../../shared/attention.ts";
import { causeOfRow } from "../../shared/attention.ts";
import { summaryOf } from "../../shared/order-summary.ts";
import type { Dispute } from "../../shared/order.ts";

const dispute = (status: Dispute["status"], withdrawn: number, paymentIntentId = "pi_own"): Dispute => ({
  disputeId: `dp_${status}`,
  status,
  amount: withdrawn,
  withdrawn,
  paymentIntentId,
  reason: "fraudulent",
  at: "2026-11-21T15:04:00.000Z",
});

test.each([
  ["an open dispute", 62, [dispute("open", 62)], undefined],
  ["a lost dispute", 62, [dispute("lost", 62)], 62],
  ["a lost dispute of a second payment", undefined, [dispute("lost", 62, "pi_second")], undefined],
  [
    "an open dispute, and a lost dispute of a second payment",
    62,
    [dispute("open", 62), dispute("lost", 62, "pi_second")],
    undefined,
  ],
])("the list row of an order with %s says which amount was lost", (_, withdrawn, disputes, lost) => {
  const financialInfo = { ...shippedOrder.financialInfo, ...(withdrawn === undefined ? {} : { withdrawn }) };
  expect(summaryOf({ ...shippedOrder, financialInfo, disputes, paymentIntentId: "pi_own" }).lost).toBe(lost);
});

test.each<[openCauses: AttentionCause[], reason: AttentionCause | undefined]>([
  [["disputed"], "disputed"],
  [["asks-to-cancel", "fraud-warning"], "fraud-warning"],
  [["inquiry", "dispute-lost", "refund-failed"], "dispute-lost"],
  [["dispute-lost", "disputed"], "disputed"],
  [["inquiry", "refund-failed"], undefined],
])(
  "the list row of an order with the open causes %j names '%s' as the reason not to send it",
  (causes, cause) => {
    const attention = causes.map((openCause) => ({
      cause: openCause,
      about: `about_${openCause}`,
      since: shippedOrder.createdAt,
    }));
    expect(causeOfRow(summaryOf({ ...shippedOrder, attention }))).toBe(cause);
    expect(causeOfRow(summaryOf({ ...shippedOrder, attention: [] }))).toBeUndefined();
  },
);

test.each([
  ["all of the money was lost", "dispute-lost", { refunded: 0, withdrawn: 62 }, [dispute("lost", 62)]],
  [
    "a part of the money was lost, and the rest refunded",
    "dispute-lost",
    { refunded: 22, withdrawn: 40 },
    [dispute("lost", 40)],
  ],
  ["a part of the money was lost", undefined, { refunded: 0, withdrawn: 40 }, [dispute("lost", 40)]],
  ["all of the money was refunded", undefined, { refunded: 62 }, []],
  ["a second payment was lost", undefined, { refunded: 0 }, [dispute("lost", 62, "pi_second")]],
])(
  "without an open cause, if %s, the reason not to send the order is '%s'",
  (_, reason, amounts, disputes) => {
    const financialInfo = { ...shippedOrder.financialInfo, total: 62, ...amounts };
    const order = { ...shippedOrder, financialInfo, disputes, attention: [], paymentIntentId: "pi_own" };
    expect(causeOfRow(summaryOf(order))).toBe(reason);
    // Pages and functions of earlier versions refuse a row with another value.
    expect([undefined, "fraud-warning", "disputed"]).toContain(summaryOf(order).doNotSend);
  },
);

test("a dispute of a second payment is no reason not to send the order", () => {
  const doNotSendWith = (paymentIntentId: string) => {
    const attention = [{ cause: "disputed" as const, about: "dp_open", since: shippedOrder.createdAt }];
    const disputes = [dispute("open", 62, paymentIntentId)];
    return summaryOf({ ...shippedOrder, attention, disputes, paymentIntentId: "pi_own" }).doNotSend;
  };
  expect([doNotSendWith("pi_second"), doNotSendWith("pi_own")]).toEqual([undefined, "disputed"]);
});

test("the list row of an order says if there is nothing to pack, because all its items are refunded", () => {
  const lines = shippedOrder.items.map(({ quantity }, line) => ({ line, quantity }));
  const refund = {
    refundId: "re_1",
    amount: 20,
    status: "succeeded",
    reason: "",
    at: "2026-11-21T15:04:00.000Z",
  } as const;
  const order = { ...shippedOrder, refunds: [{ ...refund, lines }] };
  expect(summaryOf(order)).toHaveProperty("nothingToPack", true);
  expect(summaryOf({ ...order, refunds: [] })).not.toHaveProperty("nothingToPack");
});
