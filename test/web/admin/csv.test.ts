import { expect, test } from "vitest";
import { csvCell } from "../../../shared/csv.ts";
import { shopTime, shopZone } from "../../support/shop-clock.ts";
import { exportedText, ordersCsv } from "../../../web/src/features/admin/order-list/orders-csv.ts";
import { orderSummary } from "./orders.ts";

test.each([
  ["Ada", "Ada"],
  ["Lovelace, Ada", '"Lovelace, Ada"'],
  ['12" vinyl', '"12"" vinyl"'],
  ["two\nlines", '"two\nlines"'],
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["+1", "'+1"],
  ["-1+1", "'-1+1"],
  ["-12.50", "-12.50"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["  =1", "'  =1"],
  ["\r=1", `"'\r=1"`],
  ["＝1", "'＝1"],
  ["a=b", "a=b"],
  ["Ada;=cmd|'/c calc'!A1;", `"Ada;'=cmd|'/c calc'!A1;"`],
  ["Ada; +1", `"Ada;' +1"`],
  ["Ada; Grace-Anne", '"Ada; Grace-Anne"'],
  ['=cmd|"/c calc"', `"'=cmd|""/c calc"""`],
])("the text %j is written as the CSV cell %j", (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test("a hostile name stays one cell without a formula", () => {
  const order = orderSummary({
    orderId: "ord_1",
    orderNumber: "BV-1042",
    orderDate: shopTime("2026-11-20T07:00"),
    customer: { name: '=1,"\r\n+2', email: "-x@example.com" },
    items: [{ name: "@Tee", quantity: 2, size: "M" }],
    total: 12.5,
    shipping: 5,
    delivery: "ship",
    shipTo: "1 Quai, Zürich, CA 94107",
    tracking: "1Z",
  });
  const [, row] = ordersCsv([order]).split(/(?<=,Attention,Lost in disputes \(USD\))\r\n/);
  expect(row).toBe(
    `BV-1042,ord_1,"Nov 20, 2026 07:00 ${shopZone("2026-11-20T07:00")}","'=1,""\r\n+2",'-x@example.com,2 x @Tee (M),12.50,Pending,Paid,,,Ship,"1 Quai, Zürich, CA 94107",1Z,5.00,0.00,0.00,,0.00,,0.00\r\n`,
  );
});

test("an export without orders has only a byte order mark and the headings", () => {
  expect(ordersCsv([])).toBe(
    "\uFEFFOrder number,Order ID,Order date,Customer,Email,Items,Total (USD),Order status,Payment,Phone,Address,Delivery,Ship to,Tracking,Shipping (USD),Refunded (USD),Discount (USD),Discount code,Tax (USD),Attention,Lost in disputes (USD)\r\n",
  );
});

test.each<[{ refunded?: number; lost?: number; refunding?: boolean }, string]>([
  [{}, "Paid"],
  [{ refunded: 12.5 }, "Partially refunded"],
  [{ refunded: 50 }, "Refunded"],
  [{ lost: 50 }, "Dispute lost"],
  [{ refunded: 20, lost: 30 }, "Dispute lost"],
  [{ lost: 30 }, "Partially lost"],
  [{ refunding: true }, "Being refunded"],
])("an order with %j that needs attention is exported with the payment %j", (changes, payment) => {
  const order = orderSummary({ paymentStatus: "needs-attention", ...changes });
  const [, row = ""] = ordersCsv([order]).split("\r\n");
  // The last columns are Attention and Lost in disputes.
  const lost = (changes.lost ?? 0).toFixed(2);
  expect(row.split(",").slice(-2)).toEqual(["Needs attention", lost]);
  expect(row).toContain(`,Pending,${payment},`);
  const [, disputedRow] = ordersCsv([{ ...order, doNotSend: "disputed" }]).split("\r\n");
  expect(disputedRow).toMatch(/,Needs attention: The customer disputes the payment,\d+\.\d\d$/);
  expect(ordersCsv([{ ...order, paymentStatus: "paid" }]).split("\r\n")[1]).toMatch(/,,\d+\.\d\d$/);
});

test("an export while older orders are still loading says that they are not in the file", () => {
  expect([exportedText(1, true), exportedText(1200, true)]).toEqual([
    "1 order exported",
    "1,200 orders exported",
  ]);
  expect(exportedText(50, false)).toBe(
    "50 orders exported. Older orders are still loading and are not in the file.",
  );
});
