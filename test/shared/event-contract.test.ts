import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { breakingChanges } from "../../infra/commands/events/breaking-changes.ts";
import { eventDocuments, readDocument } from "../../infra/commands/events/documents.ts";
import {
  breakingChangesSinceRelease,
  recordAsReleased,
  unreleasedSchemas,
} from "../../infra/commands/events/released-schemas.ts";
import { allSamples, eventSamples } from "../../shared/event-samples.ts";
import { events } from "../../shared/events.ts";
import { contractProblem } from "../support/event-contract.ts";

const { documents, schemas } = eventDocuments();
const paidSample = eventSamples.OrderPaid;
const source = "shop.orders";

test.each(Object.keys(documents))("shared/events/%s is what `npm run events:docs` writes", (path) => {
  expect(readDocument(path)).toEqual(JSON.parse(JSON.stringify(documents[path])));
});

test("no schema has an incompatible change without a new version", () => {
  expect(breakingChangesSinceRelease(schemas)).toEqual([]);
});

test("every schema is released", () => {
  expect(Object.keys(unreleasedSchemas(schemas))).toEqual([]);
});

describe("after the release of a schema,", () => {
  const folder = mkdtempSync(join(tmpdir(), "released-schemas-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const firstSchema = { type: "object", properties: { total: { type: "number" } }, required: ["total"] };
  const secondSchema = {
    ...firstSchema,
    properties: { ...firstSchema.properties, note: { type: "string" } },
  };
  const releasedFiles = () => readdirSync(folder).sort();
  beforeEach(() => {
    for (const file of releasedFiles()) rmSync(join(folder, file));
    recordAsReleased({ "Sold.v1": firstSchema }, folder);
  });

  test("a compatible change is recorded in a second file, and the first file stays the same", () => {
    const [file = ""] = releasedFiles();
    const content = readFileSync(join(folder, file), "utf8");
    expect(breakingChangesSinceRelease({ "Sold.v1": secondSchema }, folder)).toEqual([]);
    recordAsReleased({ "Sold.v1": secondSchema }, folder);
    expect(releasedFiles()).toHaveLength(2);
    expect(readFileSync(join(folder, file), "utf8")).toBe(content);
  });

  test("a changed description needs no new release", () => {
    expect(unreleasedSchemas({ "Sold.v1": { ...firstSchema, description: "One" } }, folder)).toEqual({});
  });

  test("a field that a later release added cannot be removed", () => {
    recordAsReleased({ "Sold.v1": secondSchema }, folder);
    expect(breakingChangesSinceRelease({ "Sold.v1": firstSchema }, folder)).toEqual([
      "Sold.v1: detail.note: was removed",
    ]);
  });

  test("an incompatible change is reported, and the same change in a new version is not", () => {
    const renamedSchema = { ...firstSchema, properties: { sum: { type: "number" } }, required: ["sum"] };
    expect(breakingChangesSinceRelease({ "Sold.v1": renamedSchema }, folder)).toContain(
      "Sold.v1: detail.total: was removed",
    );
    expect(breakingChangesSinceRelease({ "Sold.v2": renamedSchema }, folder)).toEqual([]);
  });

  test("an event that the shop no longer publishes is reported", () => {
    expect(breakingChangesSinceRelease({}, folder)).toEqual(["Sold.v1: the event is gone"]);
  });

  test("a released file that was changed together with the schema is reported", () => {
    const [file = ""] = releasedFiles();
    const text = readFileSync(join(folder, file), "utf8").replaceAll("total", "sum");
    writeFileSync(join(folder, file), text);
    expect(breakingChangesSinceRelease({ "Sold.v1": JSON.parse(text) as object }, folder)).toEqual([
      `${file}: a released schema was changed; restore the file from git`,
    ]);
  });
});

test.each(allSamples)("the sample of $type, version $version, matches the contract", (detail) => {
  expect(contractProblem({ source, detailType: detail.type, detail })).toBeUndefined();
});

test("there is a sample of each event in each version", () => {
  expect(Object.keys(eventSamples).sort()).toEqual(Object.keys(events).sort());
  const names = allSamples.map(({ type, version }) => `${type}.v${version}`);
  expect(names.sort()).toEqual(Object.keys(schemas).sort());
});

test("no two samples of different events have the same id", () => {
  const ids = Object.values(eventSamples).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("the samples of an order are listed in their sequence, without gaps", () => {
  const { orderId } = eventSamples.OrderPlaced;
  const orderSamples = Object.values(eventSamples).filter(
    (sample) => "orderId" in sample && sample.orderId === orderId,
  );
  expect(orderSamples.map(({ sequence }) => sequence)).toEqual(orderSamples.map((_, i) => i + 1));
});

test("shared/events/README.md names each event in its first part", () => {
  const readme = readFileSync(join(import.meta.dirname, "../../shared/events/README.md"), "utf8");
  const [firstPart = ""] = readme.split(/^## /m);
  expect(Object.keys(events).filter((type) => !firstPart.includes(`\`${type}\``))).toEqual([]);
});

test.each([
  ["an unknown field", { ...paidSample, mood: "good" }, "OrderPaid: has fields that its schema lacks"],
  ["a missing field", { ...paidSample, items: undefined }, "OrderPaid: items is wrong"],
  ["another type", eventSamples.OrderRefunded, "OrderPaid: its type is OrderRefunded"],
])("a published event with %s is reported", (_, detail, problem) => {
  expect(contractProblem({ source, detailType: "OrderPaid", detail })).toBe(problem);
});

const schemaBefore = {
  type: "object",
  description: "One",
  properties: {
    total: { type: "number", maximum: 10 },
    note: { type: "string" },
    status: { type: "string", enum: ["paid", "unpaid"] },
    items: {
      type: "array",
      items: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
    },
    method: {
      anyOf: [
        { type: "number", const: 1 },
        { type: "number", const: 2 },
      ],
    },
  },
  required: ["total", "status"],
};
const { total, note, status, items, method } = schemaBefore.properties;
const withProperties = (properties: object) => ({
  ...schemaBefore,
  properties: { ...schemaBefore.properties, ...properties },
});

test.each<[description: string, after: object, changes: string[]]>([
  ["no change", schemaBefore, []],
  ["another description", { ...schemaBefore, description: "Two", $comment: "new" }, []],
  ["a new optional field", withProperties({ tax: { type: "number" } }), []],
  ["the same required fields in another sequence", { ...schemaBefore, required: ["status", "total"] }, []],
  [
    "a new required field",
    { ...withProperties({ tax: { type: "number" } }), required: ["total", "status", "tax"] },
    ['detail: required has gained "tax"'],
  ],
  [
    "a field that became required",
    { ...schemaBefore, required: ["total", "status", "note"] },
    ['detail: required has gained "note"'],
  ],
  [
    "a field that became optional",
    { ...schemaBefore, required: ["total"] },
    ['detail: required has lost "status"'],
  ],
  [
    "a removed field",
    { ...schemaBefore, properties: { total, status, items, method } },
    ["detail.note: was removed"],
  ],
  [
    "a renamed field in a list",
    withProperties({
      items: { ...items, items: { type: "object", properties: { p: { type: "integer" } }, required: ["p"] } },
    }),
    [
      "detail.items[].n: was removed",
      'detail.items[]: required has lost "n"',
      'detail.items[]: required has gained "p"',
    ],
  ],
  [
    "another type",
    withProperties({ note: { type: "number" } }),
    ['detail.note type: was "string", is "number"'],
  ],
  [
    "a wider type",
    withProperties({ note: { type: ["string", "null"] } }),
    ['detail.note type: was "string", is ["string","null"]'],
  ],
  [
    "a removed value",
    withProperties({ status: { ...status, enum: ["paid"] } }),
    ['detail.status: enum has lost "unpaid"'],
  ],
  [
    "an added value",
    withProperties({ status: { ...status, enum: ["paid", "unpaid", "free"] } }),
    ['detail.status: enum has gained "free"'],
  ],
  [
    "a limit that is gone",
    withProperties({ total: { type: "number" } }),
    ["detail.total maximum: was 10, is nothing"],
  ],
  [
    "a new limit",
    withProperties({ note: { ...note, minLength: 1 } }),
    ["detail.note minLength: was nothing, is 1"],
  ],
  [
    "a removed constant in a choice",
    withProperties({ method: { anyOf: method.anyOf.slice(0, 1) } }),
    [expect.stringMatching(/^detail\.method anyOf: was /) as string],
  ],
  [
    "another constant in a choice",
    withProperties({ method: { anyOf: [method.anyOf[0], { type: "number", const: 3 }] } }),
    ["detail.method anyOf[1] const: was 2, is 3"],
  ],
  [
    "unknown fields no longer allowed",
    { ...schemaBefore, additionalProperties: false },
    ["detail additionalProperties: was nothing, is false"],
  ],
])("all incompatible changes of a schema with %s are listed", (_, after, changes) => {
  expect(breakingChanges(schemaBefore, JSON.parse(JSON.stringify(after)) as object as never)).toEqual(
    changes,
  );
});
