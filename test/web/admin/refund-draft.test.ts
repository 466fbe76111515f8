import { expect, test } from "vitest";
import { priceOfParts } from "../../../shared/part-prices.ts";
import type { Order } from "../../../shared/order.ts";
import { refundableDollars } from "../../../web/src/features/admin/order-details/refund-amount.ts";
import {
  createRefundDraft,
  adaptedDraft,
  draftAtOpening,
  isRequested,
  newDollarsOfOthers,
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

test("the refund form keeps its input and its id as long as the order's refunds stay the same", () => {
  const draft = { ...createRefundDraft(order), amountText: "5.00" };
  expect(draftAtOpening(draft, { ...order, version: 4, orderStatus: 2 })).toBe(draft);
});

test("the refund form starts again when another refund or its own refund was requested, or its own refund has failed", () => {
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

test("after a refused refund, the form keeps its input and gets a new id if its refund was made and has failed", () => {
  const draft = { ...createRefundDraft(order), amountText: "5.00" };
  const { refundId, ...input } = adaptedDraft(draft, {
    ...order,
    refunds: [refundOf(draft.refundId, "failed")],
  });
  expect(refundId).toMatch(/^rfd-/);
  expect(refundId).not.toBe(draft.refundId);
  expect({ refundId: draft.refundId, ...input }).toEqual(draft);
});

test("after a refused refund, the form keeps its id if its refund is pending, so that the refund is made only once", () => {
  const draft = { ...createRefundDraft(order), amountText: "5.00" };
  const refunds = [refundOf(draft.refundId, "pending"), refundOf("rfd-of-another-admin", "failed")];
  expect(adaptedDraft(draft, { ...order, refunds })).toEqual(draft);
});

test("after a refused refund, the form drops the parts that another admin has refunded, and proposes the price of the other parts unless an amount was typed", () => {
  const [tee] = order.items;
  if (!tee) throw new Error("The order has no line");
  const taping = { ...tee, name: "Live Taping", category: "ticket", quantity: 3, priceEach: 10 };
  const largeOrder: Order = {
    ...order,
    items: [tee, { ...tee, name: "Mug", quantity: 2, priceEach: 7 }, taping],
    financialInfo: { subtotal: 84, shipping: 6, total: 90, refunded: 0 },
  };
  const pickedLines = new Map([
    [0, { quantity: 1 }],
    [1, { quantity: 2 }],
    [2, { quantity: 2, seats: [0, 2] }],
  ]);
  const draft = {
    ...createRefundDraft(largeOrder),
    pickedLines,
    includesShipping: true,
    shouldRestock: true,
    amountText: "80.00",
  };
  const orderAfterOtherRefund: Order = {
    ...largeOrder,
    refunds: [
      {
        ...refundOf("rfd-of-another-admin", "pending"),
        lines: [
          { line: 0, quantity: 1 },
          { line: 1, quantity: 1 },
          { line: 2, quantity: 1, seats: [2] },
        ],
        shipping: true,
      },
    ],
  };
  expect(adaptedDraft(draft, orderAfterOtherRefund)).toEqual({
    ...draft,
    pickedLines: new Map([
      [1, { quantity: 1 }],
      [2, { quantity: 1, seats: [0] }],
    ]),
    includesShipping: false,
    amountText: "17.00",
  });
  expect(
    adaptedDraft({ ...draft, amountText: "2.00", isAmountTyped: true }, orderAfterOtherRefund).amountText,
  ).toBe("2.00");
  const refunds = [{ ...refundOf("rfd-of-another-admin", "pending"), lines: [{ line: 0, quantity: 1 }] }];
  const draftOfTee = { ...draft, pickedLines: new Map([[0, { quantity: 1 }]]), includesShipping: false };
  // Without a picked line, the whole order would go back in stock.
  expect(adaptedDraft(draftOfTee, { ...largeOrder, refunds })).toMatchObject({
    amountText: "",
    shouldRestock: false,
  });
});

test("a proposed amount is lowered to what other refunds leave, and a typed amount stays", () => {
  const orderAfterOtherRefund = { ...order, refunds: [refundOf("rfd-of-another-admin", "pending")] };
  const draft = { ...createRefundDraft(order), amountText: "40.00" };
  expect(adaptedDraft(draft, orderAfterOtherRefund).amountText).toBe("35.00");
  expect(adaptedDraft({ ...draft, isAmountTyped: true }, orderAfterOtherRefund).amountText).toBe("40.00");
});

test("the new refunds of others do not include the form's own refund, failed refunds, or refunds that were known before", () => {
  const draft = createRefundDraft(order);
  const earlierOrder = { ...order, refunds: [refundOf("rfd-known", "requested")] };
  const latestOrder = {
    ...order,
    refunds: [
      refundOf("rfd-known", "succeeded"),
      refundOf(draft.refundId, "requested"),
      refundOf("rfd-failed", "failed"),
      refundOf("rfd-of-another-admin", "requested"),
    ],
  };
  expect(newDollarsOfOthers(draft, earlierOrder, latestOrder)).toBe(5);
  expect(isRequested(draft, latestOrder)).toBe(true);
  expect(isRequested(draft, earlierOrder)).toBe(false);
  expect(isRequested(draft, { ...order, refunds: [refundOf(draft.refundId, "failed")] })).toBe(false);
});

test("the refund of a second payment neither lowers what can be refunded of the order, nor counts as another admin's refund", () => {
  const paidOrder = { ...order, paymentIntentId: "pi_1" };
  const draft = { ...createRefundDraft(paidOrder), amountText: "40.00" };
  const refundOfSecondPayment = { ...refundOf("rfd_pi_2", "pending"), amount: 40, paymentIntentId: "pi_2" };
  const orderPaidTwice = { ...paidOrder, refunds: [refundOfSecondPayment] };
  expect(refundableDollars(orderPaidTwice)).toBe(40);
  expect(newDollarsOfOthers(draft, paidOrder, orderPaidTwice)).toBe(0);
  const refundOfOwnPayment = { ...refundOf("rfd-of-another-admin", "pending"), paymentIntentId: "pi_1" };
  expect(refundableDollars({ ...orderPaidTwice, refunds: [refundOfSecondPayment, refundOfOwnPayment] })).toBe(
    35,
  );
});

test("a proposed amount follows the price of the chosen parts when their share of the tax changes by a cent", () => {
  const taxedOrder: Order = {
    ...order,
    items: order.items.map((item) => ({ ...item, quantity: 3, priceEach: 10, tax: 1 })),
    financialInfo: { subtotal: 30, shipping: 0, tax: 1, total: 31, refunded: 0 },
  };
  const pickedLines = new Map([[0, { quantity: 1 }]]);
  const draft = { ...createRefundDraft(taxedOrder), pickedLines, amountText: "10.33" };
  const lines = [{ line: 0, quantity: 1 }];
  const orderAfterOtherRefund: Order = {
    ...taxedOrder,
    refunds: [
      {
        ...refundOf("rfd-of-another-admin", "pending"),
        amount: 10.33,
        lines: [{ line: 0, quantity: 1, tax: 0.33 }],
      },
    ],
  };
  expect(priceOfParts(orderAfterOtherRefund, { lines })).toBe(10.34);
  expect(adaptedDraft(draft, orderAfterOtherRefund).amountText).toBe("10.34");
});

test("a typed amount is cleared if another admin has refunded all chosen parts, so that no part is paid back twice", () => {
  const refunds = [
    { ...refundOf("rfd-of-another-admin", "pending"), amount: 30, lines: [{ line: 0, quantity: 1 }] },
  ];
  const draft = {
    ...createRefundDraft(order),
    pickedLines: new Map([[0, { quantity: 1 }]]),
    amountText: "10.00",
    isAmountTyped: true,
  };
  expect(adaptedDraft(draft, { ...order, refunds }).amountText).toBe("");
});
