import type { ShopEvent } from "./events.ts";

const time = "2026-11-22T18:30:00.000Z";
const order = { version: 1, time, orderId: "ord_01KAFEXAMPLE00000000000001" } as const;
const ticket = {
  version: 1,
  ...{ time, ticketId: "tkt_01KAFEXAMPLE00000000000004", ofOrder: order.orderId },
  productId: "prd_01KAFEXAMPLE00000000000005",
} as const;
const items = [
  {
    productId: "prd_01KAFEXAMPLE00000000000002",
    variantId: "l-black",
    name: "Prompt Injection Tee",
    quantity: 2,
    size: "L",
    color: "Black",
    priceEach: 28,
    category: "shirts",
    weight: 1,
    imageUrl: "https://shop.example.org/media/products/prompt-injection-tee.webp",
  },
];
const financialInfo = { subtotal: 56, shipping: 6, total: 62, refunded: 0 };
const address = {
  address: "1 Barrel Lane",
  city: "Louisville",
  state: "KY",
  zipCode: "40202",
  country: "US",
};

/** An example of each event. Most are events of the same order, in their sequence, up to its refund and a dispute. */
export const eventSamples = {
  OrderPlaced: {
    ...{ ...order, type: "OrderPlaced", id: "evt_01", sequence: 1 },
    ...{ items, financialInfo, holdEndsAt: "2026-11-22T19:06:00.000Z" },
  },
  OrderPaid: {
    ...{ ...order, type: "OrderPaid", id: "evt_02", sequence: 2 },
    ...{ items, financialInfo, paymentStatus: "paid", orderNumber: "BV-1042" },
  },
  OrderContact: {
    ...{ ...order, type: "OrderContact", id: "evt_03", sequence: 3 },
    billingInfo: {
      ...{ firstName: "Grace", lastName: "Hopper", email: "grace@example.com", phoneNumber: "502-555-0100" },
      ...address,
    },
    shippingInfo: { ...address, method: 1, cost: 6 },
    marketingConsent: false,
  },
  OrderMailRequested: {
    ...{ ...order, type: "OrderMailRequested", id: "evt_04", sequence: 4 },
    mail: "order-completed",
  },
  OrderReadyForPickup: {
    ...{ ...order, type: "OrderReadyForPickup", id: "evt_05", sequence: 5 },
    ready: true,
  },
  OrderStatusChanged: {
    ...{ ...order, type: "OrderStatusChanged", id: "evt_06", sequence: 6 },
    ...{ from: 1, to: 2, trackingChanged: true },
  },
  OrderCancelled: {
    ...{ ...order, type: "OrderCancelled", id: "evt_07", sequence: 7 },
    ...{ from: 2, restocked: true, refundRequested: true },
  },
  RefundRequested: {
    ...{ ...order, type: "RefundRequested", id: "evt_08", sequence: 8 },
    ...{ refundId: "rfd_01", amount: 62, reason: "Arrived damaged", paymentIntentId: "pi_example" },
    stripeReason: "requested_by_customer",
  },
  OrderRefunded: {
    ...{ ...order, type: "OrderRefunded", id: "evt_09", sequence: 9 },
    ...{ refundId: "rfd_01", amount: 62, refunded: 62, paymentStatus: "refunded" },
    ...{ items, shipping: 6 },
  },
  RefundFailed: {
    ...{ ...order, type: "RefundFailed", id: "evt_10", sequence: 10 },
    ...{ refundId: "rfd_01", amount: 62, refunded: 0, paymentStatus: "needs-attention", announced: true },
  },
  DisputeUpdated: {
    ...{ ...order, type: "DisputeUpdated", id: "evt_11", sequence: 11 },
    ...{ disputeId: "dp_example", status: "open", amount: 62, withdrawn: 62, lost: 0 },
    paymentStatus: "needs-attention",
  },
  CheckoutExpired: {
    ...{ ...order, type: "CheckoutExpired", id: "evt_12", sequence: 2 },
    orderId: "ord_01KAFEXAMPLE00000000000003",
    ...{ items, reason: "expired" },
  },
  ConsentWithdrawn: { ...order, type: "ConsentWithdrawn", id: "evt_14", sequence: 12 },
  OrderRequestUpdated: {
    ...{ ...order, type: "OrderRequestUpdated", id: "evt_20", sequence: 14 },
    ...{ requestId: "req_example", kind: "problem", state: "open" },
  },
  OrderErased: { ...order, type: "OrderErased", id: "evt_15", sequence: 13 },
  DifferencesFound: {
    ...{ version: 1, time, type: "DifferencesFound", id: "evt_16", sequence: 1, openCount: 1 },
    differences: [
      {
        ...{ kind: "refund-differs", orderId: order.orderId, stripeId: "re_example" },
        ...{ shop: 62, other: 60 },
      },
    ],
  },
  StockLow: {
    ...{ type: "StockLow", id: "evt_13", version: 1, time, sequence: 1 },
    ...{ productId: "prd_01KAFEXAMPLE00000000000002", variantId: "l-black" },
    ...{ name: "Prompt Injection Tee", available: 3 },
  },
  StockBack: {
    ...{ type: "StockBack", id: "evt_21", version: 1, time, sequence: 2 },
    ...{ productId: "prd_01KAFEXAMPLE00000000000002", variantId: "l-black" },
    ...{ name: "Prompt Injection Tee", available: 12 },
  },
  TicketIssued: {
    ...{ ...ticket, type: "TicketIssued", id: "evt_17", sequence: 1 },
    generation: 0,
  },
  TicketVoided: { ...ticket, type: "TicketVoided", id: "evt_18", sequence: 2, why: "refunded" },
  TicketCheckedIn: {
    ...{ ...ticket, type: "TicketCheckedIn", id: "evt_19", sequence: 2 },
    ...{ checkInId: "7c0a1d3e-2f4b-4c5d-8e6f-0a1b2c3d4e5f", at: time, door: "Front door" },
    ...{ undone: false, conflict: false },
  },
} as const satisfies { [T in ShopEvent["type"]]: Extract<ShopEvent, { type: T }> };

const taxedItems = items.map((item) => ({ ...item, discount: 5.6, tax: 3.02 }));
const taxedInfo = {
  ...{ subtotal: 56, discount: 5.6, discountCode: "WELCOME10", shipping: 6, tax: 3.38 },
  ...{ total: 59.78, refunded: 0 },
};

/** An example of each second version: the same order with a discount and tax, and a refund of one piece and the shipping. */
const secondVersionSamples = [
  {
    ...eventSamples.OrderPlaced,
    ...{ version: 2, items: taxedItems, financialInfo: taxedInfo },
  },
  {
    ...eventSamples.OrderPaid,
    ...{ version: 2, items: taxedItems, financialInfo: taxedInfo },
  },
  {
    ...{ ...eventSamples.OrderRefunded, version: 2, shippingTax: 0.36 },
    ...{ amount: 33.07, refunded: 33.07, paymentStatus: "partially-refunded" },
    items: taxedItems.map((item) => ({ ...item, quantity: 1, discount: 2.8, tax: 1.51 })),
  },
] as const satisfies ShopEvent[];

/** The samples of all versions. */
export const allSamples: readonly ShopEvent[] = [...Object.values(eventSamples), ...secondVersionSamples];
