import { expect, test } from "vitest";
import { breakingChanges } from "../../infra/commands/events/breaking-changes.ts";
import { breakingChangesOf, eventDocuments, readDocument } from "../../infra/commands/events/documents.ts";
import { eventSamples } from "../../shared/event-samples.ts";
import { events } from "../../shared/events.ts";
import { contractProblem } from "../support/event-contract.ts";

const { documents, schemas } = eventDocuments();
const [sample] = [eventSamples.OrderPaid];
const source = "shop.orders";

test.each(Object.keys(documents))("shared/events/%s is what `npm run events:docs` writes", (path) => {
  expect(readDocument(path)).toEqual(JSON.parse(JSON.stringify(documents[path])));
});

test("no schema has changed so that consumers could not follow without a new version", () => {
  expect(breakingChangesOf(schemas)).toEqual([]);
});

test("an event that the shop no longer publishes is reported while its schema is in the repository", () => {
  const { ["schemas/StockLow.v1.json"]: _, ...others } = schemas;
  expect(breakingChangesOf(others)).toEqual(["schemas/StockLow.v1.json: the event is gone"]);
  const inVersion2 = { ...others, "schemas/StockLow.v2.json": {} };
  expect(breakingChangesOf(inVersion2)).toEqual([]);
});

test.each(Object.values(eventSamples))("the sample of $type matches the contract", (detail) => {
  expect(contractProblem({ source, detailType: detail.type, detail })).toBeUndefined();
});

test("there is a sample of each event", () => {
  expect(Object.keys(eventSamples).sort()).toEqual(Object.keys(events).sort());
});

test.each([
  ["an unknown field", { ...sample, mood: "good" }, "OrderPaid: has fields that its schema lacks"],
  ["a missing field", { ...sample, items: undefined }, "OrderPaid: items is wrong"],
  ["another type", eventSamples.OrderRefunded, "OrderPaid: its type is OrderRefunded"],
])("a published event with %s is reported", (_, detail, problem) => {
  expect(contractProblem({ source, detailType: "OrderPaid", detail })).toBe(problem);
});

const before = {
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
const { total, note, status, items, method } = before.properties;
const withProperties = (properties: object) => ({
  ...before,
  properties: { ...before.properties, ...properties },
});

test.each<[string, object, string[]]>([
  ["nothing", before, []],
  ["another description", { ...before, description: "Two", $comment: "new" }, []],
  ["a new optional field", withProperties({ tax: { type: "number" } }), []],
  ["other values in the same set", { ...before, required: ["status", "total"] }, []],
  [
    "a new required field",
    { ...withProperties({ tax: { type: "number" } }), required: ["total", "status", "tax"] },
    ['detail: required has gained "tax"'],
  ],
  [
    "a field that became required",
    { ...before, required: ["total", "status", "note"] },
    ['detail: required has gained "note"'],
  ],
  [
    "a field that became optional",
    { ...before, required: ["total"] },
    ['detail: required has lost "status"'],
  ],
  [
    "a removed field",
    { ...before, properties: { total, status, items, method } },
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
    "a value fewer",
    withProperties({ status: { ...status, enum: ["paid"] } }),
    ['detail.status: enum has lost "unpaid"'],
  ],
  [
    "a value more",
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
    "a constant fewer in a choice",
    withProperties({ method: { anyOf: method.anyOf.slice(0, 1) } }),
    [expect.stringMatching(/^detail\.method anyOf: was /) as string],
  ],
  [
    "another constant in a choice",
    withProperties({ method: { anyOf: [method.anyOf[0], { type: "number", const: 3 }] } }),
    ["detail.method anyOf[1] const: was 2, is 3"],
  ],
  [
    "fields that are no longer allowed",
    { ...before, additionalProperties: false },
    ["detail additionalProperties: was nothing, is false"],
  ],
])("a schema that has changed by %s", (_, after, changes) => {
  expect(breakingChanges(before, JSON.parse(JSON.stringify(after)) as object as never)).toEqual(changes);
});
