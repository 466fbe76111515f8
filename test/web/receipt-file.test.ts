import { expect, test } from "vitest";
import { brand } from "../../shared/site/brand.ts";
import { receiptFileName } from "../../web/src/receipt-file.ts";

test("the file of a saved receipt is named after the brand and the order", () => {
  expect(receiptFileName("ord_1")).toBe(`${brand.receiptPrefix}-Receipt-ord_1.html`);
});
