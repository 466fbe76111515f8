import { describe, expect, test } from "vitest";
import type { ListQuery, Sorting } from "../../../web/src/features/admin/order-list/filter-and-sort.ts";
import {
  countAttention,
  countNew,
  DEFAULT_SORTING,
  filterAndSort,
  sortingAfterClick,
} from "../../../web/src/features/admin/order-list/filter-and-sort.ts";
import { createOrderIndex } from "../../../web/src/features/admin/orders/order-index.ts";
import { orderSummary } from "./orders.ts";

const allOrders: ListQuery = {
  search: "",
  status: undefined,
  includesUnpaid: false,
  onlyAttention: false,
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
const unpaid = orderSummary({ orderId: "ord_LEFT", paymentStatus: "unpaid", total: 9 });

function index(...orders: ReturnType<typeof orderSummary>[]) {
  const made = createOrderIndex("America/New_York");
  made.put(orders, 0);
  return made;
}
const ids = (query: Partial<ListQuery>, of = index(ada, jose, bob, unpaid)) =>
  filterAndSort(of, { ...allOrders, ...query }, 0).map(({ id }) => id.slice(4));

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

test("the status filter shows only orders of that status", () => {
  expect(ids({ status: 2 })).toEqual(["JOSE"]);
  expect(ids({ status: 3 })).toEqual([]);
  expect(ids({ status: 1, search: "live" })).toEqual(["BOB"]);
});

test("checkouts that were never paid are shown only with the unpaid filter", () => {
  expect(ids({})).not.toContain("LEFT");
  expect(ids({ includesUnpaid: true })).toContain("LEFT");
});

test("orders that need attention are counted, and shown alone with the attention filter", () => {
  const of = index(ada, { ...jose, paymentStatus: "needs-attention" }, bob);
  expect(countAttention(of)).toBe(1);
  expect(ids({ onlyAttention: true }, of)).toEqual(["JOSE"]);
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

  test("a click reverses the active column, and sorts another one ascending", () => {
    const byCustomer = sortingAfterClick(DEFAULT_SORTING, "customer");
    expect(byCustomer).toEqual({ key: "customer", direction: "ascending" });
    expect(sortingAfterClick(byCustomer, "customer").direction).toBe("descending");
    expect(sortingAfterClick(sortingAfterClick(byCustomer, "customer"), "customer").direction).toBe(
      "ascending",
    );
    expect(sortingAfterClick(DEFAULT_SORTING, "date").direction).toBe("ascending");
  });
});

describe("updates", () => {
  test("orders of a later batch are counted, and shown only up to the chosen batch", () => {
    const of = index(ada);
    of.put([jose], 1);
    of.put([bob], 2);
    expect(ids({}, of)).toEqual(["ADA"]);
    expect(countNew(of, allOrders, 0)).toBe(2);
    expect(countNew(of, { ...allOrders, status: 2 }, 0)).toBe(1);
    expect(filterAndSort(of, allOrders, 2)).toHaveLength(3);
  });

  test("a checkout that is paid later counts as new once, in the batch of its payment", () => {
    const of = index(ada, unpaid);
    of.put([{ ...unpaid, paymentStatus: "paid", version: 2 }], 3);
    expect(ids({}, of)).toEqual(["ADA"]);
    expect(countNew(of, allOrders, 0)).toBe(1);
    expect(countNew(of, { ...allOrders, includesUnpaid: true }, 0)).toBe(0);
    of.put([{ ...unpaid, paymentStatus: "refunded", version: 3 }], 4);
    expect(countNew(of, allOrders, 3)).toBe(0);
  });

  test("a changed order keeps its row; an older version is ignored", () => {
    const of = index(ada, jose, bob);
    of.put([{ ...bob, orderStatus: 3, version: 4 }], 1);
    of.put([{ ...bob, orderStatus: 2, version: 3 }], 1);
    expect(of.get("ord_BOB")?.order.orderStatus).toBe(3);
    expect(of.size()).toBe(3);
    expect(ids({}, of)).toEqual(["JOSE", "ADA", "BOB"]);
  });
});

test("orders that arrive in several pages are sorted as a whole", () => {
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
  const totals = of.sortedBy("total").map(({ cents }) => cents);
  const names = of.sortedBy("customer").map(({ name }) => name);
  const times = of.sortedBy("date").map(({ time }) => time);
  expect(totals).toEqual(totals.toSorted((a, b) => a - b));
  expect(names).toEqual(names.toSorted());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(new Set(of.sortedBy("date")).size).toBe(500);
});
