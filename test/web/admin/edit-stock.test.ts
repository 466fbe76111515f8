import { describe, expect, test } from "vitest";
import {
  latestOwnVersion,
  recordOwnSave,
} from "../../../web/src/features/admin/product-list/own-versions.ts";
import { stockChange } from "../../../web/src/features/admin/product-list/stock-change.ts";
import { testProduct } from "../../support/fixtures.ts";

const flask = testProduct({ stock: 10, state: "archived", version: 4 });
const tee = testProduct({
  variants: [
    { id: "m", size: "M", stock: 3 },
    { id: "l", size: "L", stock: 5 },
  ],
});
const bodyOf = (edit: Parameters<typeof stockChange>[0]) => {
  const change = stockChange(edit);
  return "body" in change ? change.body : change.problem;
};

describe("an edit of the stock in the product list", () => {
  test("sends the new stock with the stock that the admin saw, and no other change", () => {
    const body = bodyOf({ base: flask, variantId: undefined, text: " 12 " });
    expect(body).toMatchObject({ name: flask.name, price: 25, stock: 12, stockWas: 10, version: 4 });
    expect(body).not.toHaveProperty("state");
  });

  test("changes only the edited variant", () => {
    expect(bodyOf({ base: tee, variantId: "l", text: "0" })).toMatchObject({
      variants: [
        { id: "m", size: "M", stock: 3 },
        { id: "l", size: "L", stock: 0 },
      ],
      stockWas: { m: 3, l: 5 },
    });
  });

  test.each([
    ["", "Stock is required"],
    ["-1", "Enter a whole number, 0 or more"],
    ["9999999", "A product may have at most 1,000,000 in stock, all variants together"],
  ])("is refused for %j", (text, problem) => {
    expect(bodyOf({ base: flask, variantId: undefined, text })).toBe(problem);
    expect(bodyOf({ base: tee, variantId: "m", text })).toBe(problem);
  });

  test("is refused with a reason if a value that only the form can change is invalid", () => {
    const base = testProduct({ imageUrls: [] });
    expect(bodyOf({ base, variantId: undefined, text: "1" })).toBe(
      "At least one image is required. Please edit the product.",
    );
  });
});

test("an edit of a shown version is based on the version after this page's own later saves, never on a later version of another admin", () => {
  recordOwnSave({ id: "tee", version: 3 }, 2);
  recordOwnSave({ id: "tee", version: 4 }, 3);
  recordOwnSave({ id: "tee", version: 7 }, 6);
  expect([1, 2, 3, 4, 5, 6].map((version) => latestOwnVersion("tee", version))).toEqual([1, 4, 4, 4, 5, 7]);
  expect(latestOwnVersion("flask", 2)).toBe(2);
});
