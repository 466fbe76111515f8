import { expect, test } from "vitest";
import { readyUploadsInOrder } from "../../../web/src/features/admin/product-form/ready-uploads.ts";

const readyUpload = (url: string) => ({ url });
const runningUpload = {};
const failedUpload = { hasFailed: true };

test.each([
  ["an image waits for the images chosen before it", [runningUpload, readyUpload("a"), readyUpload("c")], []],
  [
    "images become part of the product in the order in which they were chosen",
    [readyUpload("b"), readyUpload("a"), runningUpload],
    ["b", "a"],
  ],
  [
    "a failed upload does not delay later images",
    [failedUpload, readyUpload("a"), runningUpload, readyUpload("c")],
    ["a"],
  ],
])("%s", (_, uploads, urls) => {
  expect(readyUploadsInOrder<{ url?: string; hasFailed?: boolean }>(uploads).map(({ url }) => url)).toEqual(
    urls,
  );
});
