import { expect, test } from "vitest";
import { fileProblem } from "../../../web/src/features/admin/product-form/file-problems.ts";
import { moveItem } from "../../../web/src/features/admin/product-form/draft.ts";

test.each([
  [0, 2, ["b", "c", "a"]],
  [2, 0, ["c", "a", "b"]],
  [1, 1, ["a", "b", "c"]],
  [0, -1, ["a", "b", "c"]],
  [2, 3, ["a", "b", "c"]],
])("moves the item at %i to %i", (from, to, list) => {
  expect(moveItem(["a", "b", "c"], from, to)).toEqual(list);
});

test.each([
  [
    "file-invalid-type",
    "text/plain",
    /^Only image files are allowed\. File type must be jpeg, jpg, png, gif$/,
  ],
  ["file-invalid-type", "image/webp", /^File type must be jpeg, jpg, png, gif$/],
  ["file-too-large", "image/png", /^File size must be less than 5MB\. File is larger than 5242880 bytes$/],
  ["file-too-small", "image/png", /^File is smaller than 1 bytes$/],
  ["too-many-files", "image/png", /^Too many files/],
  ["something-new", "image/png", /^Failed to upload images$/],
])("explains the rejection %s of a file of type %s", (code, type, text) => {
  expect(fileProblem({ code }, type)).toMatch(text);
});
