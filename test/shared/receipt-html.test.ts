import { describe, expect, test } from "vitest";
import { escapeHtml } from "../../shared/html.ts";
import type { Receipt } from "../../shared/receipt-data.ts";
import { sellerLines } from "../../shared/site/address-and-hours.ts";
import { receiptDocument } from "../../shared/receipt-html.ts";
import { shopTime, shopZone } from "../support/shop-clock.ts";

const receipt: Receipt = {
  orderNumber: "ord_1",
  date: shopTime("2026-11-21T05:00"),
  customer: {
    name: "Grace Hopper",
    email: "grace@example.com",
    address: "12 Barrel Rd",
    city: "Louisville",
    state: "KY",
    zip: "40202",
  },
  shipTo: { address: "7 Mesa Ave", city: "Reno", state: "NV", zip: "89501" },
  items: [
    {
      productId: "tee",
      name: "Tee",
      size: "M",
      category: "shirts",
      quantity: 2,
      priceEach: 24.99,
      lineTotal: 49.98,
    },
    { productId: "show", name: "Live taping", category: "ticket", quantity: 1, priceEach: 15, lineTotal: 15 },
  ],
  subtotal: 64.98,
  shipping: 10,
  total: 74.98,
  delivery: "ship",
  paymentMethod: "Credit Card",
  transactionId: "ord_1",
  status: "Paid",
};

describe("a receipt", () => {
  test("has all details in one document", () => {
    const html = receiptDocument(receipt);
    for (const detail of [
      "ord_1",
      `Nov 21, 2026, 5:00 AM ${shopZone("2026-11-21T05:00")}`,
      "Grace Hopper",
      "grace@example.com",
      "12 Barrel Rd",
      "Louisville, KY 40202",
      "7 Mesa Ave, Reno, NV 89501",
      "Tee, M",
      "Live taping (Ticket)",
      "$49.98",
      "$10.00",
      "$74.98",
      "Credit Card",
      "Paid",
      ...sellerLines.map(escapeHtml),
    ])
      expect(html).toContain(detail);
  });

  test("leaves out missing details, and shipping if the order is not shipped", () => {
    const { shipTo: _, customer, ...details } = receipt;
    const { name, city, state, zip } = customer;
    const pickUpReceipt: Receipt = {
      ...details,
      customer: { name, city, state, zip },
      shipping: 0,
      delivery: "pick-up",
    };
    expect(receiptDocument(pickUpReceipt)).not.toMatch(/Email|Address|Shipping|undefined/);
  });

  test("says that the shipping of a shipped order was free", () => {
    const receiptWithFreeShipping = { ...receipt, shipping: 0, total: 64.98 };
    expect(receiptDocument(receiptWithFreeShipping)).toMatch(/Shipping<\/th>\s*<td[^>]*>Free</);
  });

  test("has the ZIP code alone for an order without an address", () => {
    const { name, zip } = receipt.customer;
    const html = receiptDocument({ ...receipt, customer: { name, city: "", state: "", zip } });
    expect(html).toMatch(/ZIP code<\/th>\s*<td[^>]*>40202</);
  });

  test("escapes markup, and refers to no external files", () => {
    const markup = `</td><script>alert(1)</script><img src=//evil.example onerror='x'>`;
    const html = receiptDocument({
      ...receipt,
      orderNumber: markup,
      customer: {
        name: markup,
        email: markup,
        address: markup,
        city: markup,
        state: markup,
        zip: markup,
      },
      items: [
        {
          productId: markup,
          name: markup,
          size: markup,
          color: markup,
          category: markup,
          quantity: 1,
          priceEach: 1,
          lineTotal: 1,
        },
      ],
      transactionId: markup,
      status: markup,
    });
    expect(html).not.toMatch(/<script|<img|<\/td><script/);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(receiptDocument(receipt)).not.toMatch(/src=|href=|url\(|@import/);
  });
});
