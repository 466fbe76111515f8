import type { MailedTicket } from "../../shared/mails/ticket-mails.ts";
import { toCents, toDollars } from "../../shared/money.ts";
import { toOrderNumber } from "../../shared/order-number.ts";
import type { BillingInfo, Order, OrderLine } from "../../shared/order.ts";
import { newFinancialInfo } from "../../shared/order-total.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { CODE_LENGTH } from "../../shared/tickets/ticket-code.ts";
import { seedProducts } from "../local/seed/products.ts";

/** When the sample orders were placed. */
export const sampleTime = new Date("2026-11-21T15:04:00.000Z");

const line = (
  name: string,
  priceEach: number,
  picture: string,
  overrides: Partial<OrderLine> = {},
): OrderLine => ({
  productId: `prd_${picture}`,
  name,
  quantity: 1,
  priceEach,
  category: "shirts",
  weight: 1,
  imageUrl: `/media/products/${picture}.webp`,
  ...overrides,
});

const ticketLine = line("Bourbon & Breaches: Live Taping", 45, "bourbon-and-breaches-ticket", {
  category: "ticket",
  weight: 0,
  quantity: 2,
  event: seedProducts.find(({ event }) => event)?.event,
});
const tee = line("Angel's Share Tee", 32, "angels-share-tee", { size: "M", color: "Forest" });
const flask = line("Barrel 0xB0B Flask", 38, "barrel-0xb0b-flask", {
  category: "yetiflask",
  quantity: 2,
  color: "Copper",
});

const customer: BillingInfo = {
  firstName: "Grace",
  lastName: "Hopper",
  email: "grace@example.com",
  phoneNumber: "502-555-0101",
  address: "12 Barrel Rd, Apt 3",
  city: "Louisville",
  state: "KY",
  zipCode: "40202",
  country: "US",
};

function orderOf(items: OrderLine[], isShipped: boolean, billingChanges: Partial<BillingInfo> = {}): Order {
  const cents = items.reduce((sum, { priceEach, quantity }) => sum + toCents(priceEach) * quantity, 0);
  const shipping = isShipped ? SHIPPING_FEE : 0;
  const at = sampleTime.toISOString();
  const billingInfo = { ...customer, ...billingChanges };
  const { address, city, state, zipCode, country } = billingInfo;
  return {
    orderId: "ord_01KAKQ7W3E5S8V2M4N6P8R0T1X",
    orderNumber: toOrderNumber(1042),
    paymentIntentId: "pi_3SampleOrder",
    orderDate: at,
    createdAt: at,
    updatedAt: at,
    orderStatus: 1,
    paymentStatus: "paid",
    billingInfo,
    ...(isShipped
      ? { shippingInfo: { address, city, state, zipCode, country, method: 1, cost: shipping } }
      : {}),
    items,
    financialInfo: {
      subtotal: toDollars(cents),
      shipping,
      refunded: 0,
      total: toDollars(cents + toCents(shipping)),
    },
    marketingConsent: true,
    version: 2,
    refunds: [],
    history: [],
  };
}

export const shirtOrder = orderOf([tee], false);
export const ticketOrder = orderOf([ticketLine], false);
const sampleTicket = (n: number): MailedTicket => ({
  ...ticketLine,
  ticketId: `tkt_${n}`,
  n,
  of: 2,
  holder: "Grace Hopper",
  shortCode: `K7QM3FX${n}`,
  code: `${n}B0URB0N`.repeat(20).slice(0, CODE_LENGTH),
});
export const sampleTickets = [sampleTicket(1), sampleTicket(2)] as const;
export const shippedOrder = orderOf([tee, flask, ticketLine], true, { company: "Harvard Mark I Laboratory" });

/** An order with a code that takes 15% off shirts, and with Kentucky's sales tax of 6%. */
export const discountedOrder: Order = {
  ...shippedOrder,
  items: [
    { ...tee, discount: 4.8, tax: 1.63 },
    { ...flask, tax: 4.56 },
  ],
  financialInfo: newFinancialInfo({
    subtotal: 108,
    discount: 4.8,
    discountCode: "TEES-15",
    shipping: SHIPPING_FEE,
    tax: 6.79,
  }),
};

const LONG_NAME =
  "The Never-Ending Single Barrel Cask Strength Small Batch Bottled-in-Bond Proof-of-Work Long Sleeve";
const largeQuantity = { quantity: 99, size: "4XL" };
export const longOrder = orderOf(
  [
    line(`${LONG_NAME} Tee`, 1249.5, "proof-of-work-tee", {
      ...largeQuantity,
      color: "Charred Oak after Midnight",
    }),
    line("A".repeat(120), 32, "zero-trust-long-sleeve"),
    tee,
    flask,
    ticketLine,
    line("Least Privilege Tee", 30, "least-privilege-tee", { size: "S" }),
    line("Low and Slow Joggers", 58, "low-and-slow-joggers", { category: "sweatpants", size: "L" }),
    line("Prompt Polo", 44, "prompt-polo", { category: "polos", size: "XL", color: "Char" }),
    line("Honeypot Flask", 36, "honeypot-flask", { category: "yetiflask" }),
    line("A product without a picture", 5, "none", { imageUrl: "" }),
  ],
  true,
  {
    firstName: "Wolfeschlegelsteinhausenbergerdorff-Maximiliana",
    lastName: "von und zu Hohenlohe-Waldenburg-Schillingsfürst",
    company: "International Business Consolidated Holdings & Sons of Western Kentucky, Limited",
    email: `${"a".repeat(64)}@${"subdomain.".repeat(8)}example.com`,
    address: "Building 7, 10000 Old Frankfort Pike Extension Northwest, Suite 1200, c/o The Front Desk",
    city: "Llanfairpwllgwyngyllgogerychwyrndrobwll",
  },
);

const TAG = `<img src=x onerror="alert(1)">`;
export const markupOrder = orderOf([line(TAG, 32, "none", { size: TAG, color: TAG, imageUrl: TAG })], true, {
  firstName: TAG,
  lastName: `"><script>alert(1)</script>`,
  company: "<b>bold</b>",
  address: "</td></table>",
  city: "<style>*{display:none}</style>",
});
