import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FindOrder } from "../../shared/api-orders.ts";
import { orderNumberOf, parseOrderNumber, toOrderNumber } from "../../shared/order-number.ts";
import { orderNumberPrefix as PREFIX } from "../../shared/site/order-number.ts";

const root = join(import.meta.dirname, "../..");

test("an order number begins with the site's prefix", () => {
  expect(toOrderNumber(1042)).toBe(`${PREFIX}-1042`);
});

test("an old order without a number is named by its id", () => {
  expect(orderNumberOf({ orderId: "ord_1", orderNumber: `${PREFIX}-1042` })).toBe(`${PREFIX}-1042`);
  expect(orderNumberOf({ orderId: "ord_1" })).toBe("ord_1");
});

test.each([
  [`${PREFIX}-1042`, `${PREFIX}-1042`],
  [` ${PREFIX.toLowerCase()} 1042 `, `${PREFIX}-1042`],
  [`${PREFIX}1042`, `${PREFIX}-1042`],
  ["#1042", `${PREFIX}-1042`],
  ["1042", `${PREFIX}-1042`],
  [`${PREFIX}–01042`, `${PREFIX}-1042`],
  ["OLD-7", "OLD-7"],
  ["ord_01kakq7w3e5s8v2m4n6p8r0t1x", "ord_01KAKQ7W3E5S8V2M4N6P8R0T1X"],
  [`${PREFIX}-`, undefined],
  ["", undefined],
  ["1042; drop", undefined],
  ["9".repeat(13), undefined],
])("the text '%s' is read as %s", (text, expected) => {
  expect(parseOrderNumber(text)).toBe(expected);
});

test("a customer whose order number cannot be read is shown an example with the site's prefix", () => {
  const { error } = FindOrder.safeParse({ email: "ada@example.com", orderNumber: "?" });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    `Enter the number as in our emails, such as ${PREFIX}-1042`,
  ]);
});

test("no text of a page, function or mail contains an order number with a fixed prefix", () => {
  const sources = globSync(["web/src/**/*.{ts,tsx}", "lambdas/**/*.ts", "shared/**/*.ts"], { cwd: root });
  // The samples are a part of the documentation of events.
  const files = sources.filter((file) => file !== "shared/event-samples.ts");
  const fixedNumber = new RegExp(`\\b${PREFIX}-(?![A-Za-z])`);
  const withoutComments = (text: string) => text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "");
  expect(files.length).toBeGreaterThan(500);
  expect(
    files.filter((file) => fixedNumber.test(withoutComments(readFileSync(join(root, file), "utf8")))),
  ).toEqual([]);
});
