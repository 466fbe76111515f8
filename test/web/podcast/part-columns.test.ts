import { expect, test } from "vitest";
import { partColumns } from "../../../web/src/features/podcast/part-columns.ts";

test("the width of each part of an episode is in proportion to its duration, also that of the last part", () => {
  expect(partColumns(["00:00", "00:12", "00:38", "01:00"])).toBe(
    "minmax(0, 12fr) minmax(0, 26fr) minmax(0, 22fr)",
  );
  expect(partColumns(["00:00", "01:30"])).toBe("minmax(0, 90fr)");
});
