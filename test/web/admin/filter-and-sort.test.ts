import { describe, expect, test } from "vitest";
import type { ListQuery, Sorting } from "../../../web/src/features/admin/order-list/filter-and-sort.ts";
import {
  arrange,
  countAttention,
  countNew,
  DEFAULT_SORTING,
  sortedBy,
} from "../../../web/src/features/admin/order-list/filter-and-sort.ts";
import { createOrderIndex } from "../../../web/src/features/admin/orders/order-index.ts";
import { orderSummary } from "./orders.ts";

const everything: ListQuery = {
  search: "",
  status: undefined,
  unpaid: false,
  attention: false,
  sorting: DEFAULT_SORTING,
};
const ada = orderSummary({ orderId: "ord_ADA", orderDate: "2026-11-20T23:30:00.000Z", total: 50 });
const jose = orderSummary({
  orderId: "ord_JOSE",
  orderDate: "2026-11-21T08:00:00.000Z",
  customer: { name: "José Núñez", email: "jose@example.com" },
  items: [{ name: "Zero Trust Long Sleeve", quantity: 1 }],
  total: 1234.5,
  orderStatus: 2,
});
const bob = orderSummary({
  orderId: "ord_BOB",
  orderDate: "2026-11-19T08:00:00.000Z",
  customer: { name: "bob", email: "b@example.com" },
  items: [{ name: "Live Taping @ Rickhouse", quantity: 1 }],
  total: 50,
});
const left = orderSummary({ orderId: "ord_LEFT", paymentStatus: "unpaid", total: 9 });

function index(...orders: ReturnType<typeof orderSummary>[]) {
  const made = createOrderIndex("America/New_York");
  made.put(orders, 0);
  return made;
}
const ids = (query: Partial<ListQuery>, of = index(ada, jose, bob, left)) =>
  arrange(of, { ...everything, ...query }, 0).map(({ id }) => id.slice(4));

describe("search", () => {
  test.each([
    ["", ["JOSE", "ADA", "BOB"]],
    ["  ADA love ", ["ADA"]],
    ["jose nunez", ["JOSE"]],
    ["NÚÑEZ", ["JOSE"]],
    ["zero trust", ["JOSE"]],
    ["50.00", ["ADA", "BOB"]],
    ["$1,234.50", ["JOSE"]],
    ["1234.5", ["JOSE"]],
    ["nov 20, 2026 18:30", ["ADA"]],
    ["nov 2", ["JOSE", "ADA"]],
    ["example.com", []],
    ["jose@example.com", ["JOSE"]],
    ["taping @", ["BOB"]],
    ["@ rick", ["BOB"]],
    ["ord_bo", ["BOB"]],
    ["ada zero", []],
  ])("%j finds %j", (search, found) => {
    expect(ids({ search })).toEqual(found);
  });
});

test("the status filter matches the status exactly", () => {
  expect(ids({ status: 2 })).toEqual(["JOSE"]);
  expect(ids({ status: 3 })).toEqual([]);
  expect(ids({ status: 1, search: "live" })).toEqual(["BOB"]);
});

test("a checkout that was never paid shows only when asked for", () => {
  expect(ids({})).not.toContain("LEFT");
  expect(ids({ unpaid: true })).toContain("LEFT");
});

test("orders that somebody must look at are counted, and found alone", () => {
  const of = index(ada, { ...jose, paymentStatus: "needs-attention" }, bob);
  expect(countAttention(of)).toBe(1);
  expect(ids({ attention: true }, of)).toEqual(["JOSE"]);
});

describe("sorting", () => {
  test.each<[Sorting, string[]]>([
    [{ key: "date", direction: "descending" }, ["JOSE", "ADA", "BOB"]],
    [{ key: "date", direction: "ascending" }, ["BOB", "ADA", "JOSE"]],
    [{ key: "customer", direction: "ascending" }, ["ADA", "BOB", "JOSE"]],
    [{ key: "customer", direction: "descending" }, ["JOSE", "BOB", "ADA"]],
    [{ key: "total", direction: "ascending" }, ["BOB", "ADA", "JOSE"]],
    [{ key: "total", direction: "descending" }, ["JOSE", "ADA", "BOB"]],
  ])("%j", (sorting, found) => {
    expect(ids({ sorting })).toEqual(found);
  });

  test("a click turns the active column round, and starts another one ascending", () => {
    const byCustomer = sortedBy(DEFAULT_SORTING, "customer");
    expect(byCustomer).toEqual({ key: "customer", direction: "ascending" });
    expect(sortedBy(byCustomer, "customer").direction).toBe("descending");
    expect(sortedBy(sortedBy(byCustomer, "customer"), "customer").direction).toBe("ascending");
    expect(sortedBy(DEFAULT_SORTING, "date").direction).toBe("ascending");
  });
});

describe("news", () => {
  test("orders of a later round wait, and are counted", () => {
    const of = index(ada);
    of.put([jose], 1);
    of.put([bob], 2);
    expect(ids({}, of)).toEqual(["ADA"]);
    expect(countNew(of, everything, 0)).toBe(2);
    expect(countNew(of, { ...everything, status: 2 }, 0)).toBe(1);
    expect(arrange(of, everything, 2)).toHaveLength(3);
  });

  test("a checkout that is paid later is news in the round of its payment, once", () => {
    const of = index(ada, left);
    of.put([{ ...left, paymentStatus: "paid", version: 2 }], 3);
    expect(ids({}, of)).toEqual(["ADA"]);
    expect(countNew(of, everything, 0)).toBe(1);
    expect(countNew(of, { ...everything, unpaid: true }, 0)).toBe(0);
    of.put([{ ...left, paymentStatus: "refunded", version: 3 }], 4);
    expect(countNew(of, everything, 3)).toBe(0);
  });

  test("a change keeps its row; an older version changes nothing", () => {
    const of = index(ada, jose, bob);
    of.put([{ ...bob, orderStatus: 3, version: 4 }], 1);
    of.put([{ ...bob, orderStatus: 2, version: 3 }], 1);
    expect(of.get("ord_BOB")?.order.orderStatus).toBe(3);
    expect(of.size()).toBe(3);
    expect(ids({}, of)).toEqual(["JOSE", "ADA", "BOB"]);
  });
});

test("pages that arrive one after the other come out in one order", () => {
  const orders = Array.from({ length: 500 }, (_, i) =>
    orderSummary({
      orderId: `ord_${i}`,
      orderDate: new Date(Date.UTC(2026, 0, 1) + ((i * 7919) % 500) * 60_000).toISOString(),
      total: (i * 31) % 97,
      customer: { name: `Customer ${(i * 13) % 50}`, email: "" },
    }),
  );
  const of = createOrderIndex();
  for (let i = 0; i < orders.length; i += 60) of.put(orders.slice(i, i + 60), 0);
  const totals = of.sorted("total").map(({ cents }) => cents);
  const names = of.sorted("customer").map(({ name }) => name);
  const times = of.sorted("date").map(({ time }) => time);
  expect(totals).toEqual(totals.toSorted((a, b) => a - b));
  expect(names).toEqual(names.toSorted());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(new Set(of.sorted("date")).size).toBe(500);
});
