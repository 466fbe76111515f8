import { expect, test } from "vitest";
import { readyInOrder } from "../../../web/src/features/admin/product-form/upload-order.ts";

const ready = (url: string) => ({ url });
const underWay = {};
const failed = { hasFailed: true };

test.each([
  ["an image waits for the images chosen before it", [underWay, ready("a"), ready("c")], []],
  [
    "images become part of the product in the order in which they were chosen",
    [ready("b"), ready("a"), underWay],
    ["b", "a"],
  ],
  ["a failed upload does not delay later images", [failed, ready("a"), underWay, ready("c")], ["a"]],
])("%s", (_, uploads, urls) => {
  expect(readyInOrder<{ url?: string; hasFailed?: boolean }>(uploads).map(({ url }) => url)).toEqual(urls);
});
