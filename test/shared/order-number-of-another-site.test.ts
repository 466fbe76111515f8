import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { FindOrder } from "../../shared/api-orders.ts";

vi.mock("../../shared/site/order-number.ts", () => ({ orderNumberPrefix: "KK", firstOrderNumber: 1 }));

const root = join(import.meta.dirname, "../..");

test("a customer whose order number cannot be read is shown a number with the letters of this site", () => {
  const { error } = FindOrder.safeParse({ email: "ada@example.com", orderNumber: "?" });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    "Enter the number as in our emails, such as KK-1042",
  ]);
});

test("no text of a page, function or mail names an order number with fixed letters", () => {
  const files = globSync(["web/src/**/*.{ts,tsx}", "lambdas/**/*.ts", "shared/**/*.ts"], {
    cwd: root,
  }).filter(
    // The samples are a part of the documentation of events.
    (file) => file !== "shared/event-samples.ts",
  );
  const withoutComments = (text: string) => text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "");
  expect(files.length).toBeGreaterThan(500);
  expect(
    files.filter((file) => /\bBV-/.test(withoutComments(readFileSync(join(root, file), "utf8")))),
  ).toEqual([]);
});
