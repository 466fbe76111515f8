import { describe, expect, test } from "vitest";
import type { BusEntry } from "../../lambdas/lib/bus.ts";
import { toBatches, putEvents } from "../../lambdas/lib/bus.ts";
import { mockAws } from "../support/mock-aws.ts";

const aws = mockAws();

/** An event with a text of `kibibytes` KiB. */
const entry = (kibibytes: number, detailType = "OrderPlaced"): BusEntry => ({
  source: "tests",
  detailType,
  detail: { text: "é".repeat(kibibytes * 512) },
  time: new Date(0),
});
const batchSizes = (kibibytes: number[]) =>
  toBatches(kibibytes, (size) => entry(size)).map((call) => call.join(" "));

describe("a batch for the bus", () => {
  test.each([
    ["does not exist without events", [], []],
    ["has at most ten events", Array<number>(11).fill(1), ["1 1 1 1 1 1 1 1 1 1", "1"]],
    [
      "has at most 256 KiB, counted in bytes, and keeps the order of events",
      [100, 100, 100, 55],
      ["100 100", "100 55"],
    ],
    ["contains a larger event alone", [1, 300, 1], ["1", "300", "1"]],
  ])("%s", (_, kibibytes, calls) => {
    expect(batchSizes(kibibytes)).toEqual(calls);
  });

  test("returns the bus's error for each event, and does not send an event that is too large", async () => {
    aws.faults.bus = ({ detailType }) => detailType === "Refused";
    const answers = await putEvents("shop", [entry(1), entry(257), entry(1, "Refused")]);
    expect(answers).toEqual([undefined, "TooLarge", "ThrottlingException"]);
    expect(await putEvents("shop", [entry(257)])).toEqual(["TooLarge"]);
    expect(aws.bus).toHaveLength(1);
  });
});
