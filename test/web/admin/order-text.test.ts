import type { Dispute } from "../../../shared/order.ts";
import { itemsToPack, hasItemsToPack } from "../../../shared/remaining-items.ts";
import { describe, expect, test } from "vitest";
import { apiMessages } from "../../../shared/api-messages.ts";
import {
  addressLines,
  adviceText,
  authorText,
  deliveryText,
  disputeReasonText,
  hasMoreThanTickets,
  historyText,
  paymentText,
  ticketTextsOf,
} from "../../../web/src/features/admin/order-details/order-text.ts";
import {
  parseAmount,
  refundableDollars,
} from "../../../web/src/features/admin/order-details/refund-amount.ts";
import { attentionText } from "../../../web/src/features/admin/orders/attention-text.ts";

const TIME = "2026-11-20T12:00:00.000Z";

test.each([
  [{ what: "placed" }, "Placed"],
  [{ what: "status", from: "Pending", to: "Completed" }, "Status: Pending to Completed"],
  [{ what: "payment", from: "unpaid", to: "paid" }, "Payment received"],
  [{ what: "payment", from: "unpaid", to: "processing" }, "Payment on its way"],
  [{ what: "payment", from: "processing", to: "failed" }, "Payment failed"],
  [{ what: "payment", from: "unpaid", to: "expired" }, "Payment page expired"],
  [{ what: "refund requested", to: 20 }, "Refund requested: $20.00"],
  [{ what: "tracking", to: "1Z999" }, "Tracking: 1Z999"],
  [{ what: "tracking", to: "" }, "Tracking number removed"],
  [{ what: "acknowledged", to: "A dispute was lost" }, "Acknowledged: A dispute was lost"],
])("the history entry %j is shown as %j", (entry, text) => {
  expect(historyText({ at: TIME, by: "shop", ...entry })).toBe(text);
});

test.each([
  ["me", "by you"],
  ["customer", "by the customer"],
  ["stripe", "(Stripe)"],
  ["0c5e1c3e-6d0a-4f0e-9a53-0d0f3a1f9e11", "by another admin"],
  ["me@example.com", "by you"],
  ["root@example.com", "by root@example.com"],
])("the author %s is shown as %j", (by, text) => {
  expect(authorText(by, ["me", "me@example.com"])).toBe(text);
});

describe("the amount that can still be refunded", () => {
  const paidOrder = {
    paymentStatus: "paid" as const,
    financialInfo: { subtotal: 40.1, shipping: 10, total: 50.1, refunded: 0 },
    refunds: [],
  };
  const refund = { refundId: "rfd", reason: "", at: TIME, amount: 20 };
  test.each([
    ["is the paid amount", paidOrder, 50.1],
    ["is zero for an unpaid order", { ...paidOrder, paymentStatus: "unpaid" as const }, 0],
    [
      "is lower after a partial refund",
      {
        ...paidOrder,
        paymentStatus: "partially-refunded" as const,
        financialInfo: { ...paidOrder.financialInfo, refunded: 20.05 },
      },
      30.05,
    ],
    [
      "excludes a requested refund",
      { ...paidOrder, refunds: [{ ...refund, status: "requested" as const }] },
      30.1,
    ],
    [
      "excludes money that a dispute has withdrawn",
      { ...paidOrder, financialInfo: { ...paidOrder.financialInfo, withdrawn: 20 } },
      30.1,
    ],
    [
      "includes a refund that failed",
      { ...paidOrder, refunds: [{ ...refund, status: "failed" as const }] },
      50.1,
    ],
  ])("%s", (_, order, dollars) => {
    expect(refundableDollars(order)).toBe(dollars);
  });

  test.each([
    ["50", { dollars: 50 }],
    [" $12.5 ", { dollars: 12.5 }],
    ["0", { error: "Must be more than zero" }],
    ["99999999", { error: "At most $50.10 can go back" }],
    ["50.11", { error: "At most $50.10 can go back" }],
    ["-5", { error: "Enter an amount such as 12.50" }],
    ["1e3", { error: "Enter an amount such as 12.50" }],
    ["5.555", { error: "Enter an amount such as 12.50" }],
    ["", { error: "Enter an amount such as 12.50" }],
  ])("limits the typed amount: %j is read as %j", (text, parsed) => {
    expect(parseAmount(text, 50.1)).toEqual(parsed);
  });

  test("says for picked items that cost nothing how to put them back in stock", () => {
    expect(parseAmount("0.00", 50.1, 0)).toEqual({ error: apiMessages.freeParts });
  });
});

test("Stripe's reason for a dispute is shown as a sentence", () => {
  expect(disputeReasonText("product_not_received")).toBe("Product not received");
});

test("an order that is not shipped shows the state of its pick-up, or that it has only tickets", () => {
  const item = { productId: "p", name: "Tee", quantity: 1, priceEach: 1, weight: 1 };
  const tee = { ...item, category: "shirts" };
  const ticket = { ...item, category: "ticket" };
  const pickUpOrder = { items: [tee, ticket], orderStatus: 1 as const };
  expect(deliveryText(pickUpOrder)).toBe("To be picked up");
  expect(deliveryText({ ...pickUpOrder, ready: true })).toBe("Ready to be picked up");
  expect(deliveryText({ ...pickUpOrder, orderStatus: 2, ready: true })).toBe("Picked up");
  expect(deliveryText({ ...pickUpOrder, orderStatus: 3 })).toBe("Pick-up, cancelled");
  expect(deliveryText({ items: [ticket], orderStatus: 1 })).toMatch(/^Tickets only/);
  expect([hasMoreThanTickets(pickUpOrder), hasMoreThanTickets({ items: [ticket] })]).toEqual([true, false]);
});

const ADDRESS = {
  address: "12 Barrel Rd",
  city: "Louisville",
  state: "KY",
  zipCode: "40202",
  country: "US",
};

test("a parcel is addressed to the recipient, and contains no tickets and no items that were refunded or put back in stock", () => {
  const item = { productId: "p", name: "Tee", quantity: 3, priceEach: 1, weight: 1, category: "shirts" };
  const shippingInfo = {
    ...ADDRESS,
    method: 1,
    cost: 10,
  };
  const billingInfo = {
    firstName: "Ada",
    lastName: "Lovelace",
    company: "Engines Ltd.",
    email: "",
    phoneNumber: "",
    address: "9 Other St",
    city: "Frankfort",
    state: "KY",
    zipCode: "40601",
    country: "US",
  };
  expect(addressLines({ billingInfo, shippingInfo })).toEqual([
    "Ada Lovelace",
    "Engines Ltd.",
    "12 Barrel Rd",
    "Louisville, KY 40202",
  ]);
  const foreignAddress = { ...shippingInfo, city: "Berlin", state: "", zipCode: "10115", country: "DE" };
  expect(addressLines({ billingInfo, shippingInfo: foreignAddress }).slice(-2)).toEqual([
    "Berlin, 10115",
    "Germany",
  ]);
  expect(addressLines({ billingInfo, shippingInfo: undefined })).toEqual(["Ada Lovelace", "Engines Ltd."]);
  const items = [{ ...item, restocked: 1 }, { ...item, restocked: 3 }, { ...item, category: "ticket" }, item];
  expect(itemsToPack({ items, refunds: [] }).map(({ quantity }) => quantity)).toEqual([2, 3]);
  const refund = { refundId: "rfd_1", amount: 5, status: "requested", reason: "", at: "" } as const;
  // A refund without a return: nothing is back in stock.
  const refunds = [
    {
      ...refund,
      lines: [
        { line: 0, quantity: 2 },
        { line: 3, quantity: 1 },
      ],
    },
  ];
  expect(itemsToPack({ items, refunds }).map(({ quantity }) => quantity)).toEqual([1, 2]);
  const failedRefunds = refunds.map((original) => ({ ...original, status: "failed" as const }));
  expect(itemsToPack({ items, refunds: failedRefunds }).map(({ quantity }) => quantity)).toEqual([2, 3]);
});

test("a packing slip names the tickets that are not refunded", () => {
  const ticket = { productId: "p", name: "Taping", quantity: 3, priceEach: 1, weight: 0, category: "ticket" };
  const refund = { refundId: "rfd_1", amount: 2, status: "succeeded", reason: "", at: "" } as const;
  const refundsOf = (quantity: number) => [{ ...refund, lines: [{ line: 0, quantity }] }];
  expect(ticketTextsOf({ items: [ticket], refunds: [] })).toEqual(["3 × Taping (Ticket)"]);
  expect(ticketTextsOf({ items: [ticket], refunds: refundsOf(2) })).toEqual(["1 × Taping (Ticket)"]);
  expect(ticketTextsOf({ items: [ticket], refunds: refundsOf(3) })).toEqual([]);
});

test("an order has nothing to pack when all but its tickets is refunded or back in stock", () => {
  const tee = { productId: "p", name: "Tee", quantity: 2, priceEach: 1, weight: 1, category: "shirts" };
  const items = [tee, { ...tee, category: "ticket" }];
  const refund = { refundId: "rfd_1", amount: 2, status: "succeeded", reason: "", at: "" } as const;
  const refundsOf = (quantity: number) => [{ ...refund, lines: [{ line: 0, quantity }] }];
  expect(hasItemsToPack({ items, refunds: [] })).toBe(true);
  expect(hasItemsToPack({ items, refunds: refundsOf(1) })).toBe(true);
  expect(hasItemsToPack({ items, refunds: refundsOf(2) })).toBe(false);
  expect(hasItemsToPack({ items: [{ ...tee, restocked: 2 }], refunds: [] })).toBe(false);
});

const openDispute: Dispute = {
  ...{ disputeId: "dp", status: "open", amount: 50, withdrawn: 50 },
  ...{ reason: "fraudulent", at: TIME },
};

describe("the explanation of a payment's status", () => {
  const order = {
    orderStatus: 1 as const,
    financialInfo: { subtotal: 40, shipping: 10, total: 50, refunded: 0 },
    refunds: [],
  };
  const failedRefund = { refundId: "rfd", reason: "", at: TIME, amount: 20, status: "failed" as const };
  test.each([
    [{ paymentStatus: "paid" }, "$50.00 has arrived."],
    [{ paymentStatus: "unpaid" }, /^Nobody has paid yet\./],
    [
      // Also true for a cancelled order that was reopened, whose items are taken only when the money arrives.
      { paymentStatus: "processing" },
      "The customer has paid by a slow method. Send nothing before the money arrives. If it does not, the items are for sale again.",
    ],
    [{ paymentStatus: "processing", orderStatus: 3 }, /^Cancelled while a slow payment was on its way/],
    [{ paymentStatus: "failed" }, "Not paid. The items are for sale again."],
    [{ paymentStatus: "expired" }, "Not paid. The items are for sale again."],
    [{ paymentStatus: "expired", orderStatus: 3 }, /^Cancelled before it was paid/],
    [{ paymentStatus: "refunded" }, "All of it went back."],
    [
      { paymentStatus: "refunded", financialInfo: { ...order.financialInfo, refunded: 20, withdrawn: 30 } },
      "$20.00 of $50.00 went back. Disputes have taken $30.00.",
    ],
    [
      { paymentStatus: "partially-refunded", financialInfo: { ...order.financialInfo, refunded: 12.5 } },
      "$12.50 of $50.00 went back.",
    ],
    [
      { paymentStatus: "paid", financialInfo: { ...order.financialInfo, withdrawn: 50 } },
      "$50.00 has arrived. Disputes have taken $50.00.",
    ],
    [
      {
        paymentStatus: "partially-refunded",
        financialInfo: { ...order.financialInfo, refunded: 12.5, withdrawn: 20 },
      },
      "$12.50 of $50.00 went back. Disputes have taken $20.00.",
    ],
    [{ paymentStatus: "paid", refunding: true }, /is on its way back/],
    [{ paymentStatus: "needs-attention" }, "The notice above says why."],
    [
      {
        paymentStatus: "needs-attention",
        attention: [{ cause: "something-wrong", about: "req", since: TIME }],
      },
      "$50.00 has arrived. The notice above says what the customer did.",
    ],
    [
      { paymentStatus: "needs-attention", attention: [{ cause: "disputed", about: "dp", since: TIME }] },
      "The notice above says why.",
    ],
    [
      { paymentStatus: "needs-attention", refunds: [failedRefund] },
      /^A refund failed: that money is still here/,
    ],
    [
      {
        paymentStatus: "needs-attention",
        refunds: [failedRefund],
        attention: [{ cause: "refund-failed", about: "rfd", since: TIME }],
      },
      /^A refund failed: that money is still here/,
    ],
    [
      // The refund was repeated, and an admin has acknowledged the failure, before the customer wrote.
      {
        paymentStatus: "needs-attention",
        financialInfo: { ...order.financialInfo, refunded: 20 },
        refunds: [failedRefund, { ...failedRefund, refundId: "rfd_2", status: "succeeded" }],
        attention: [{ cause: "something-wrong", about: "req", since: TIME }],
      },
      "$20.00 of $50.00 went back. The notice above says what the customer did.",
    ],
    [
      { paymentStatus: "needs-attention", refunds: [failedRefund], disputes: [openDispute] },
      "The notice above says why.",
    ],
    [
      { paymentStatus: "needs-attention", refunding: true, unfulfilled: "sold-out" },
      /^Paid after the last item was sold\. Send nothing: the money is on its way back/,
    ],
    [
      { paymentStatus: "refunded", unfulfilled: "cancelled" },
      "Paid after the order was cancelled. Send nothing: all of it went back.",
    ],
  ] as const)("for an order with %j is %s", (change, text) => {
    const refunds = [...("refunds" in change ? change.refunds : [])];
    const attention = [...("attention" in change ? change.attention : [])];
    const disputes = "disputes" in change ? [...change.disputes] : [];
    expect(paymentText({ ...order, ...change, refunds, disputes, attention })).toMatch(text);
  });
});

test("the advice about a failed refund mentions void tickets only if a ticket went back on sale", () => {
  const line = {
    productId: "taping",
    name: "Live Taping",
    quantity: 2,
    priceEach: 10,
    weight: 0,
    restocked: 1,
  };
  const adviceFor = (category: string) =>
    adviceText({ orderStatus: 1, items: [{ ...line, category }], refunds: [] }, "refund-failed");
  expect(adviceFor("ticket")).toMatch(/A ticket that went back on sale stays void\.$/);
  expect(adviceFor("shirts")).not.toMatch(/ticket/);
});

test("a dispute of a second payment does not stop the parcel, and does not explain a failed refund of the first payment", () => {
  const refund = { refundId: "rfd", reason: "", at: TIME, amount: 50, status: "failed" } as const;
  const order = {
    ...{ items: [], paymentIntentId: "pi_1", refunds: [{ ...refund, paymentIntentId: "pi_1" }] },
    orderStatus: 1 as const,
    disputes: [{ ...openDispute, paymentIntentId: "pi_2" }],
  };
  expect(adviceText(order, "disputed", "dp")).toMatch(
    /a second payment of this order, so the items may be sent/,
  );
  expect(adviceText(order, "dispute-lost", "dp")).toMatch(
    /a second payment of this order, so the items may be sent/,
  );
  expect(adviceText(order, "refund-failed", "rfd")).toMatch(/still with the shop/);
  const orderWithOwnDispute = { ...order, disputes: [{ ...openDispute, paymentIntentId: "pi_1" }] };
  expect(adviceText(orderWithOwnDispute, "disputed", "dp")).toMatch(/Do not send the items meanwhile/);
  expect(adviceText(orderWithOwnDispute, "refund-failed", "rfd")).toMatch(
    /^Stripe refuses refunds of a disputed payment/,
  );
});

test("the advice about a refund that failed because of a dispute does not say that the shop has the money", () => {
  const order = { orderStatus: 1 as const, items: [], refunds: [], disputes: [openDispute] };
  const advice = adviceText(order, "refund-failed");
  expect(advice).toMatch(/^Stripe refuses refunds of a disputed payment/);
  expect(advice).not.toMatch(/still with the shop/);
});

test("the advice about a cancelled order whose dispute is decided is to refund the order", () => {
  const disputes = [{ ...openDispute, status: "won" as const }];
  const order = { orderStatus: 3 as const, items: [], refunds: [], disputes };
  expect(adviceText(order, "other", "dp")).toMatch(/^The dispute was won, .* Refund it/);
  const lostOrder = { ...order, disputes: [{ ...openDispute, status: "lost" as const }] };
  expect(adviceText(lostOrder, "other", "dp")).toMatch(/^The dispute was lost, .* Refund the rest/);
  expect(adviceText(order, "other", "ord_1")).toBe("The history says what happened.");
});

test("the advice about a payment that arrived after the event is to refund the tickets", () => {
  const order = { orderStatus: 1 as const, items: [], refunds: [], paymentIntentId: "pi_1" };
  expect(adviceText(order, "other", "pi_1")).toMatch(/^The money arrived .* Refund the tickets/);
  expect(adviceText({ ...order, refunding: true }, "other", "pi_1")).toMatch(/^A refund of this money/);
  const { paymentIntentId: _, ...oldOrder } = order;
  expect(adviceText(oldOrder, "other")).toBe("The history says what happened.");
});

test("the advice asks for no refund while a refund of the same payment is on its way", () => {
  const disputes = [{ ...openDispute, status: "won" as const }];
  const failedRefund = { refundId: "rfd", reason: "", at: TIME, amount: 50, status: "failed" } as const;
  const order = { orderStatus: 3 as const, items: [], disputes, refunding: true, paymentIntentId: "pi_1" };
  const adviceFor = (refundedPayment: string, cause: "other" | "refund-failed") =>
    adviceText(
      { ...order, refunds: [{ ...failedRefund, paymentIntentId: refundedPayment }] },
      cause,
      cause === "other" ? "dp" : "rfd",
    );
  const onItsWayPattern = /^A refund of this money is on its way/;
  expect(adviceFor("pi_1", "other")).toMatch(onItsWayPattern);
  expect(adviceFor("pi_1", "refund-failed")).toMatch(onItsWayPattern);
  expect(adviceFor("pi_2", "refund-failed")).toMatch(/Refund again \(in Stripe/);
});

describe("the advice about a completed order", () => {
  const item = { productId: "p", name: "Tee", quantity: 1, priceEach: 50, weight: 1, category: "shirts" };
  const pickedUpOrder = { orderStatus: 2 as const, items: [item], refunds: [], paymentIntentId: "pi_1" };
  const sentOrder = { ...pickedUpOrder, shippingInfo: { ...ADDRESS, method: 1, cost: 0 } };
  const ticketOrder = { ...pickedUpOrder, items: [{ ...item, category: "ticket" }] };

  test("says how the customer got the items, and asks for evidence while the payment is disputed", () => {
    const disputes = [{ ...openDispute, paymentIntentId: "pi_1" }];
    const adviceFor = (order: typeof pickedUpOrder) => adviceText({ ...order, disputes }, "disputed", "dp");
    expect(adviceFor(sentOrder)).toMatch(
      /^The items were sent already\. Answer it in Stripe .* with evidence/,
    );
    expect(adviceFor(pickedUpOrder)).toMatch(/^The items were picked up already\. Answer it in Stripe/);
    expect(adviceFor(ticketOrder)).toMatch(/^The order is completed already\. Answer it in Stripe/);
  });

  test.each(["fraud-warning", "disputed", "dispute-lost"] as const)(
    "does not tell the admin to keep the items (%s)",
    (cause) => {
      for (const order of [sentOrder, pickedUpOrder, ticketOrder])
        expect(adviceText(order, cause, "dp")).not.toMatch(/not send|you send|what to do with the items/);
      expect(adviceText({ ...sentOrder, orderStatus: 1 }, cause, "dp")).toMatch(/not send|you send/);
    },
  );

  test("does not say that the items may be sent if the dispute is of a second payment", () => {
    const disputes = [{ ...openDispute, paymentIntentId: "pi_2" }];
    expect(adviceText({ ...sentOrder, disputes }, "disputed", "dp")).not.toMatch(/sent/);
  });
});

test("the list row names a lost dispute until an admin has acknowledged it", () => {
  const row = { paymentStatus: "needs-attention", disputeLost: true } as const;
  expect(attentionText(row)).toBe("A dispute was lost");
  expect(attentionText({ ...row, paymentStatus: "refunded" })).toBe("");
});
