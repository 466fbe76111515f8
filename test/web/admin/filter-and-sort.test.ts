import { describe, expect, test } from "vitest";
import { shopTime, shopZone } from "../../../test/support/shop-clock.ts";
import { ALL_TIMES } from "../../../web/src/features/admin/order-list/dates.ts";
import type { ListQuery, Sorting } from "../../../web/src/features/admin/order-list/filter-and-sort.ts";
import {
  countNeedingAttention,
  countNewOrders,
  DEFAULT_SORTING,
  filterAndSort,
} from "../../../web/src/features/admin/order-list/filter-and-sort.ts";
import { createOrderIndex } from "../../../web/src/features/admin/orders/order-index.ts";
import { orderSummary } from "./orders.ts";

const allOrders: ListQuery = {
  search: "",
  status: undefined,
  delivery: undefined,
  range: ALL_TIMES,
  includesUnpaid: false,
  showsOnlyAttention: false,
  showsOnlyToPack: false,
  sorting: DEFAULT_SORTING,
};
const ada = orderSummary({
  orderId: "ord_ADA",
  orderNumber: "BV-1042",
  orderDate: shopTime("2026-11-20T18:30"),
  customer: {
    name: "Ada Lovelace",
    email: "countess@example.com",
    phone: "(502) 555-0101",
    address: "12 Barrel Rd, Louisville, KY 40202",
  },
  shipTo: "1 Quai, Zürich, CA 94107-1234",
  delivery: "ship",
  items: [{ name: "Angel's Share Tee", quantity: 1, size: "XL", color: "Forest" }],
  total: 50,
});
const jose = orderSummary({
  orderId: "ord_JOSE",
  orderDate: shopTime("2026-11-21T03:00"),
  customer: { name: "José Núñez", email: "jose@example.com" },
  items: [{ name: "Zero Trust Long Sleeve", quantity: 1 }],
  total: 1234.5,
  orderStatus: 2,
});
const bob = orderSummary({
  orderId: "ord_BOB",
  orderDate: shopTime("2026-11-19T03:00"),
  customer: { name: "bob", email: "b@example.com" },
  items: [{ name: "Live Taping @ Rickhouse", quantity: 1 }],
  total: 50,
});
/** Ordered at 20:52 on Nov 22 in the shop's zone. */
const anna = orderSummary({
  orderId: "ord_ANNA5472",
  orderDate: shopTime("2026-11-22T20:52"),
  customer: { name: "Anna O'Grady-Müller", email: "anna-m@example.com", phone: "(502) 555-2222" },
  items: [{ name: "Proof Flask", quantity: 1 }],
  total: 64,
});
const unpaidOrder = orderSummary({ orderId: "ord_UNPAID", paymentStatus: "unpaid", total: 9 });

function createIndex(...orders: ReturnType<typeof orderSummary>[]) {
  const orderIndex = createOrderIndex();
  orderIndex.put(orders, 0);
  return orderIndex;
}
const foundIds = (query: Partial<ListQuery>, orderIndex = createIndex(ada, jose, bob, unpaidOrder)) =>
  filterAndSort(orderIndex, { ...allOrders, ...query }, 0).map(({ id }) => id.slice(4));

describe("a search", () => {
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
    ["_jose", ["JOSE"]],
    ["jose", ["JOSE"]],
    ["forest", ["ADA"]],
    ["XL / Forest", ["ADA"]],
    ["size XL", ["ADA"]],
    ["Tee colour  forest", ["ADA"]],
    ["size M", []],
    ["1 x Angel's Share Tee (XL / Forest)", ["ADA"]],
    ["(Forest)", ["ADA"]],
    ["countess", ["ADA"]],
    ["555-0101", ["ADA"]],
    ["5025550101", ["ADA"]],
    ["+1 502 555 0101", ["ADA"]],
    ["louisville", ["ADA"]],
    ["40202", ["ADA"]],
    ["zurich", ["ADA"]],
    ["barrel rd", ["ADA"]],
    ["BV-1042", ["ADA"]],
    ["bv1042", ["ADA"]],
    ["#1042", ["ADA"]],
    ["ada zero", []],
  ])("for %j finds %j", (search, expectedIds) => {
    expect(foundIds({ search })).toEqual(expectedIds);
  });

  test.each([
    "Müller anna",
    "anna muller",
    "Anna O'Grady-Müller",
    "anna o’grady",
    "anna ogrady",
    "ogrady",
    "Müller, Anna",
    "#5472",
    "anna # flask",
    "anna-m@example.com",
    "nov 22",
    "November 22",
    "November 22, 2026",
    "Nov 22, 2026",
    "nov 22 2026 20:5",
    `Nov 22, 2026 20:52 ${shopZone("2026-11-22T20:52")}`,
    "flask nov 22",
  ])("for %j finds the order that contains these words, in any sequence", (search) => {
    expect(foundIds({ search }, createIndex(ada, jose, bob, anna))).toEqual(["ANNA5472"]);
  });

  test.each(["lukasz weiss", "Łukasz Weiß", "WEISS orsted", "aegir"])(
    "for %j finds names with letters such as 'ß' and 'Ø' in their other spelling",
    (search) => {
      const lukasz = orderSummary({
        orderId: "ord_LUKASZ",
        customer: {
          name: "Łukasz Weiß-Ørsted",
          email: "l@example.com",
          address: "1 Ægir Way, Bend, OR 97701",
        },
      });
      expect(foundIds({ search }, createIndex(ada, jose, bob, lukasz))).toEqual(["LUKASZ"]);
    },
  );

  describe("for the full name of a state", () => {
    const orderFrom = (place: string) =>
      orderSummary({
        orderId: `ord_${place}`,
        customer: { name: "Ken Ada", email: "k@example.com", address: `1 Elm St, Bend, ${place}` },
      });
    const orderIndex = createIndex(
      ...["CA 94107", "NY 10001", "WV 25301", "VA 23218", "KY 40202", "AR 72201", "KS 66603"].map(orderFrom),
    );
    test.each([
      ["California", ["CA 94107"]],
      ["new york", ["NY 10001"]],
      ["Bend, New York 10001", ["NY 10001"]],
      ["west  virginia", ["WV 25301"]],
      ["virginia", ["VA 23218"]],
      ["kentucky bend", ["KY 40202"]],
      ["kansas", ["KS 66603"]],
      ["arkansas", ["AR 72201"]],
      ["oregon", []],
      ["kansas virginia", []],
    ])("as in %j finds the orders with the state's code: %j", (search, expectedIds) => {
      expect(foundIds({ search }, orderIndex).toSorted()).toEqual(expectedIds);
    });

    test("also finds a customer with this name", () => {
      const georgia = orderSummary({
        orderId: "ord_NAME",
        customer: { name: "Georgia O'Keeffe", email: "g@example.com" },
      });
      expect(foundIds({ search: "georgia" }, createIndex(georgia))).toEqual(["NAME"]);
    });
  });

  test.each(["anna lovelace", "nov 23", "#547", "nov 22 ada"])("for %j finds no order", (search) => {
    expect(foundIds({ search }, createIndex(ada, jose, bob, anna))).toEqual([]);
  });
});

test("the status filter shows only orders of that status", () => {
  expect(foundIds({ status: 2 })).toEqual(["JOSE"]);
  expect(foundIds({ status: 3 })).toEqual([]);
  expect(foundIds({ status: 1, search: "live" })).toEqual(["BOB"]);
});

test("the delivery filter shows only orders with that delivery", () => {
  expect(foundIds({ delivery: "ship" })).toEqual(["ADA"]);
  expect(foundIds({ delivery: "none" })).toEqual([]);
});

describe("orders with a ticket", () => {
  const taping = { name: "Live Taping", quantity: 1 };
  const tee = { name: "Angel's Share Tee", quantity: 1 };
  const onlyTickets = { delivery: "none" as const, items: [taping] };
  const orderIndex = createIndex(
    orderSummary({ orderId: "ord_MIXED", delivery: "ship", hasTicket: true, items: [tee, taping] }),
    orderSummary({ orderId: "ord_ONLY", hasTicket: true, ...onlyTickets }),
    orderSummary({ orderId: "ord_GOODS", delivery: "pick-up", hasTicket: false, items: [tee] }),
    // Rows that an older version of the shop has stored, without `hasTicket`.
    orderSummary({ orderId: "ord_OLDMIXED", delivery: "pick-up", items: [tee, taping] }),
    orderSummary({ orderId: "ord_OLDONLY", ...onlyTickets }),
    orderSummary({ orderId: "ord_OLDGOODS", delivery: "ship", items: [tee] }),
  );
  const idsWithTicket = ["MIXED", "OLDMIXED", "OLDONLY", "ONLY"];

  test("are all shown by the filter for tickets, also those that are shipped or picked up", () => {
    expect(foundIds({ delivery: "none" }, orderIndex).toSorted()).toEqual(idsWithTicket);
    expect(foundIds({ delivery: "ship" }, orderIndex).toSorted()).toEqual(["MIXED", "OLDGOODS"]);
  });

  test.each(["ticket", "Tickets", "tickets lovelace"])("are found by %j", (search) => {
    expect(foundIds({ search }, orderIndex).toSorted()).toEqual(idsWithTicket);
  });
});

describe("a tracking number", () => {
  const orderIndex = createIndex(
    ada,
    orderSummary({ orderId: "ord_UPS", tracking: "1Z-999AA1 0123456784" }),
    orderSummary({ orderId: "ord_USPS", tracking: "9400 1000 0000 0000 0000 42" }),
  );
  test.each([
    ["1z999", "UPS"],
    ["1Z 999 AA1", "UPS"],
    ["0123456784", "UPS"],
    ["6784", "UPS"],
    ["9400 10", "USPS"],
    ["940010000000", "USPS"],
    ["0000 0000 42", "USPS"],
  ])("is found by its part %j", (search, expectedId) => {
    expect(foundIds({ search }, orderIndex)).toEqual([expectedId]);
  });
});

test("checkouts that were never paid are shown only with the unpaid filter", () => {
  expect(foundIds({})).not.toContain("UNPAID");
  expect(foundIds({ includesUnpaid: true })).toContain("UNPAID");
});

test("orders that need attention are counted, and shown alone with the attention filter", () => {
  const orderIndex = createIndex(ada, { ...jose, paymentStatus: "needs-attention" }, bob);
  expect(countNeedingAttention(orderIndex)).toBe(1);
  expect(foundIds({ showsOnlyAttention: true }, orderIndex)).toEqual(["JOSE"]);
});

describe("sorting", () => {
  test.each<[Sorting, string[]]>([
    [{ key: "date", direction: "descending" }, ["JOSE", "ADA", "BOB"]],
    [{ key: "date", direction: "ascending" }, ["BOB", "ADA", "JOSE"]],
    [{ key: "customer", direction: "ascending" }, ["ADA", "BOB", "JOSE"]],
    [{ key: "customer", direction: "descending" }, ["JOSE", "BOB", "ADA"]],
    [{ key: "total", direction: "ascending" }, ["BOB", "ADA", "JOSE"]],
    [{ key: "total", direction: "descending" }, ["JOSE", "ADA", "BOB"]],
  ])("by %j lists %j", (sorting, expectedIds) => {
    expect(foundIds({ sorting })).toEqual(expectedIds);
  });
});

describe("an update of the list", () => {
  test("counts the orders of later batches, and shows only those up to the chosen batch", () => {
    const orderIndex = createIndex(ada);
    orderIndex.put([jose], 1);
    orderIndex.put([bob], 2);
    expect(foundIds({}, orderIndex)).toEqual(["ADA"]);
    expect(countNewOrders(orderIndex, allOrders, 0)).toBe(2);
    expect(countNewOrders(orderIndex, { ...allOrders, status: 2 }, 0)).toBe(1);
    expect(filterAndSort(orderIndex, allOrders, 2)).toHaveLength(3);
  });

  test("counts a checkout that is paid later as new once, in the batch of its payment", () => {
    const orderIndex = createIndex(ada, unpaidOrder);
    orderIndex.put([{ ...unpaidOrder, paymentStatus: "paid", version: 2 }], 3);
    expect(foundIds({}, orderIndex)).toEqual(["ADA"]);
    expect(countNewOrders(orderIndex, allOrders, 0)).toBe(1);
    expect(countNewOrders(orderIndex, { ...allOrders, includesUnpaid: true }, 0)).toBe(0);
    orderIndex.put([{ ...unpaidOrder, paymentStatus: "refunded", version: 3 }], 4);
    expect(countNewOrders(orderIndex, allOrders, 3)).toBe(0);
  });

  test("keeps the row of a changed order, and ignores an older version of the order", () => {
    const orderIndex = createIndex(ada, jose, bob);
    orderIndex.put([{ ...bob, orderStatus: 3, version: 4 }], 1);
    orderIndex.put([{ ...bob, orderStatus: 2, version: 3 }], 1);
    expect(orderIndex.get("ord_BOB")?.order.orderStatus).toBe(3);
    expect(orderIndex.size()).toBe(3);
    expect(foundIds({}, orderIndex)).toEqual(["JOSE", "ADA", "BOB"]);
  });
});

test("orders that arrive in several pages are sorted together", () => {
  const orders = Array.from({ length: 500 }, (_, i) =>
    orderSummary({
      orderId: `ord_${i}`,
      orderDate: new Date(Date.UTC(2026, 0, 1) + ((i * 7919) % 500) * 60_000).toISOString(),
      total: (i * 31) % 97,
      customer: { name: `Customer ${(i * 13) % 50}`, email: "" },
    }),
  );
  const orderIndex = createOrderIndex();
  for (let i = 0; i < orders.length; i += 60) orderIndex.put(orders.slice(i, i + 60), 0);
  const totals = orderIndex.sortedBy("total").map(({ cents }) => cents);
  const names = orderIndex.sortedBy("customer").map(({ name }) => name);
  const times = orderIndex.sortedBy("date").map(({ time }) => time);
  expect(totals).toEqual(totals.toSorted((a, b) => a - b));
  expect(names).toEqual(names.toSorted());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(new Set(orderIndex.sortedBy("date")).size).toBe(500);
});
