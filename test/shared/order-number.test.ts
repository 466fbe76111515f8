import { expect, test } from "vitest";
import { orderNumberOf, readOrderNumber, toOrderNumber } from "../../shared/order-number.ts";

test("an order number begins with the letters of the site", () => {
  expect(toOrderNumber(1042)).toBe("BV-1042");
});

test("an old order without a number is named by its id", () => {
  expect(orderNumberOf({ orderId: "ord_1", orderNumber: "BV-1042" })).toBe("BV-1042");
  expect(orderNumberOf({ orderId: "ord_1" })).toBe("ord_1");
});

test.each([
  ["BV-1042", "BV-1042"],
  [" bv 1042 ", "BV-1042"],
  ["BV1042", "BV-1042"],
  ["#1042", "BV-1042"],
  ["1042", "BV-1042"],
  ["BV–01042", "BV-1042"],
  ["OLD-7", "OLD-7"],
  ["ord_01kakq7w3e5s8v2m4n6p8r0t1x", "ord_01KAKQ7W3E5S8V2M4N6P8R0T1X"],
  ["BV-", undefined],
  ["", undefined],
  ["1042; drop", undefined],
  ["9".repeat(13), undefined],
])("the text '%s' is read as %s", (text, expected) => {
  expect(readOrderNumber(text)).toBe(expected);
});
