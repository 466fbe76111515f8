import sharp from "sharp";
import { expect, test } from "vitest";
import { fileProblem } from "../../../web/src/features/admin/product-form/file-problems.ts";
import {
  fitInside,
  isAcceptedByServer,
  isAnimation,
} from "../../../web/src/features/admin/product-form/picture-size.ts";
import { moveItem } from "../../../web/src/features/admin/product-form/draft.ts";

test.each([
  [0, 2, ["b", "c", "a"]],
  [2, 0, ["c", "a", "b"]],
  [1, 1, ["a", "b", "c"]],
  [0, -1, ["a", "b", "c"]],
  [2, 3, ["a", "b", "c"]],
])("moving the item at index %i of a list to index %i gives %j", (from, to, list) => {
  expect(moveItem(["a", "b", "c"], from, to)).toEqual(list);
});

test.each([
  [
    "file-invalid-type",
    "text/plain",
    /^Only image files are allowed\. File type must be jpeg, jpg, png, gif, webp$/,
  ],
  ["file-invalid-type", "image/tiff", /^File type must be jpeg, jpg, png, gif, webp$/],
  ["file-too-small", "image/png", /^File is smaller than 1 bytes$/],
  ["too-many-files", "image/png", /^Too many files/],
  ["something-new", "image/png", /^Failed to upload images$/],
])("explains the rejection %s of a file of type %s", (code, type, text) => {
  expect(fileProblem({ code }, type)).toMatch(text);
});

test.each([
  [6000, 4000, 2400, 1600],
  [3000, 6000, 1200, 2400],
  [2400, 10, 2400, 10],
  [90_000, 3, 2400, 1],
])("a picture of %i by %i px is uploaded with %i by %i px", (width, height, newWidth, newHeight) => {
  expect(fitInside({ width, height })).toEqual({ width: newWidth, height: newHeight });
});

test.each([
  ["a.webp", "image/webp", 5_242_880, true],
  ["A.JPG", "image/jpeg", 1, true],
  ["a.webp", "image/webp", 5_242_881, false],
  ["a.jfif", "image/jpeg", 1, false],
  ["a.heic", "image/heic", 1, false],
  ["a.heic", "", 1, false],
])("the server accepts %s of type %j with %i bytes unchanged: %s", (name, type, size, isAccepted) => {
  expect(isAcceptedByServer({ name, type, size })).toBe(isAccepted);
});

test("a GIF and an animated WebP are animations; a still WebP and a PNG are not", async () => {
  const frames = await Promise.all(
    ["#f00", "#00f"].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const animatedWebp = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
  const stillWebp = await sharp(frames[0]).webp().toBuffer();
  // The first 21 bytes of a WebP file say whether it is animated.
  expect(isAnimation("image/webp", animatedWebp.subarray(0, 21))).toBe(true);
  expect(isAnimation("image/webp", stillWebp.subarray(0, 21))).toBe(false);
  expect(isAnimation("image/png", frames[0]?.subarray(0, 21) ?? new Uint8Array())).toBe(false);
  expect(isAnimation("image/gif", new Uint8Array())).toBe(true);
});
