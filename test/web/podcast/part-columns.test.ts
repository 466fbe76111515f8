import { expect, test } from "vitest";
import { partColumns } from "../../../web/src/features/podcast/part-columns.ts";

test("each part of an episode is as wide as it is long, also the last one", () => {
  expect(partColumns(["00:00", "00:12", "00:38", "01:00"])).toBe(
    "minmax(0, 12fr) minmax(0, 26fr) minmax(0, 22fr)",
  );
  expect(partColumns(["00:00", "01:30"])).toBe("minmax(0, 90fr)");
});
