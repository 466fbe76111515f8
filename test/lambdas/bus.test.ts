import { describe, expect, test } from "vitest";
import type { BusEntry } from "../../lambdas/lib/bus.ts";
import { toBatches, putEvents } from "../../lambdas/lib/bus.ts";
import { mockAws } from "../support/mock-aws.ts";

const aws = mockAws();

/** An event with a text of `kibibytes` KiB in UTF-8 ("é" has two bytes). */
const createEntry = (kibibytes: number, detailType = "OrderPlaced"): BusEntry => ({
  source: "tests",
  detailType,
  detail: { text: "é".repeat(kibibytes * 512) },
  time: new Date(0),
});
/** The sizes of the events of each batch, in KiB, joined by spaces. */
const batchSizes = (kibibytes: number[]) =>
  toBatches(kibibytes, (size) => createEntry(size)).map((batch) => batch.join(" "));

describe("a batch of events for the bus", () => {
  test.each([
    ["is not made without events", [], []],
    ["has at most ten events", Array<number>(11).fill(1), ["1 1 1 1 1 1 1 1 1 1", "1"]],
    [
      "has at most 256 KiB, counted in bytes, and keeps the order of events",
      [100, 100, 100, 55],
      ["100 100", "100 55"],
    ],
    ["contains an event of more than 256 KiB alone", [1, 300, 1], ["1", "300", "1"]],
  ])("%s", (_, kibibytes, expected) => {
    expect(batchSizes(kibibytes)).toEqual(expected);
  });

  test("is sent without an event that is too large, and each event's error is returned", async () => {
    aws.faults.bus = ({ detailType }) => detailType === "Refused";
    const errors = await putEvents("shop", [createEntry(1), createEntry(257), createEntry(1, "Refused")]);
    expect(errors).toEqual([undefined, "TooLarge", "ThrottlingException"]);
    expect(await putEvents("shop", [createEntry(257)])).toEqual(["TooLarge"]);
    expect(aws.bus).toHaveLength(1);
  });
});
