import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { EMPTY_CHECKOUT_FORM } from "../../shared/checkout-form.ts";
import { OrderData } from "../../shared/order-data.ts";
import { toOrderData } from "../../shared/order-from-cart.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { UrlOrderData } from "../../shared/url-order-data.ts";
import { testProduct } from "../support/fixtures.ts";

const ATTEMPT = "3d6f2b1e-58c4-4a2e-9c39-0d6c5f8b1a77";
const NOW = Date.parse("2026-11-21T10:00:00.000Z");
const form = {
  ...EMPTY_CHECKOUT_FORM,
  email: " grace@example.com",
  confirmEmail: "grace@example.com",
  firstName: " Grace ",
  lastName: "Hopper",
  address: "12 Barrel Rd ",
  suite: "Apt 3",
  city: "Louisville",
  state: "ky",
  zip: "40202",
  phone: "502-555-0101",
  updates: true,
  shipMerchandise: true,
};
const polo = testProduct({
  id: "prd_polo",
  price: 40,
  size: "one size",
  variants: [{ id: "m", size: "M", color: "Black", stock: 5 }],
});
const ticket = testProduct({ id: "prd_ticket", category: "ticket", price: 15 });

describe("the order that the page sends", () => {
  test("has the short keys of the API, and matches its schema", () => {
    const orderData = toOrderData(
      form,
      [
        { product: polo, quantity: 2, variantId: "m" },
        { product: ticket, quantity: 1 },
      ],
      ATTEMPT,
      NOW,
    );
    const address = {
      addr: "12 Barrel Rd, Apt 3",
      city: "Louisville",
      state: "KY",
      zip: "40202",
      country: "US",
    };
    expect(orderData).toEqual({
      oId: ATTEMPT,
      cId: `customer_${NOW}`,
      date: "2026-11-21T10:00:00.000Z",
      status: 1,
      bill: {
        fn: "Grace",
        ln: "Hopper",
        co: "",
        ...address,
        phone: "502-555-0101",
        email: "grace@example.com",
      },
      ship: { ...address, method: 1, cost: SHIPPING_FEE },
      items: [
        { id: "prd_polo", v: "m", n: polo.name, p: 40, q: 2, s: "M", c: "Black", cat: "shirts" },
        { id: "prd_ticket", n: ticket.name, p: 15, q: 1, s: null, c: null, cat: "ticket" },
      ],
      fin: { sub: 95, ship: SHIPPING_FEE, tot: 95 + SHIPPING_FEE },
      updates: true,
    });
    expect(z.parse(OrderData, orderData)).toEqual(orderData);
  });

  test("is shipped to a different address if the customer gives one", () => {
    const giftForm = {
      ...form,
      differentAddress: true,
      shipAddress: "7 Mesa Ave",
      shipSuite: "",
      shipCity: " Reno",
      shipState: "nv",
      shipZip: "89501-1234",
    };
    const { bill, ship } = toOrderData(giftForm, [{ product: polo, quantity: 1 }], ATTEMPT, NOW);
    expect(bill).toMatchObject({
      addr: "12 Barrel Rd, Apt 3",
      city: "Louisville",
      state: "KY",
      zip: "40202",
    });
    expect(ship).toEqual({
      addr: "7 Mesa Ave",
      city: "Reno",
      state: "NV",
      zip: "89501-1234",
      country: "US",
      method: 1,
      cost: SHIPPING_FEE,
    });
  });

  test("has only the ZIP code of the billing address if nothing is shipped", () => {
    const pickUpForm = { ...form, shipMerchandise: false };
    const orderData = toOrderData(pickUpForm, [{ product: polo, quantity: 1 }], ATTEMPT, NOW);
    expect(orderData.bill).toMatchObject({ addr: "", city: "", state: "", zip: "40202" });
    expect(z.parse(OrderData, orderData)).toEqual(orderData);
  });

  test("has no shipping if it has only tickets or the customer picks it up", () => {
    expect(toOrderData(form, [{ product: ticket, quantity: 1 }], ATTEMPT, NOW)).not.toHaveProperty("ship");
    const pickUpForm = { ...form, shipMerchandise: false };
    expect(toOrderData(pickUpForm, [{ product: polo, quantity: 1 }], ATTEMPT, NOW)).not.toHaveProperty(
      "ship",
    );
  });
});

test("the order in the success URL keeps items and total, and drops personal data", () => {
  const summary = { items: [{ n: "Tee", q: 1, p: 25 }], total: 25, email: "grace@example.com" };
  expect(z.parse(UrlOrderData, summary)).toEqual({ items: [{ n: "Tee", q: 1, p: 25 }], total: 25 });
  expect(z.safeParse(UrlOrderData, { items: "x" }).success).toBe(false);
});
