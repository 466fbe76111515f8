import { expect, test } from "vitest";
import { compilePattern } from "../../../infra/local/bus/pattern.ts";

const event = {
  source: "shop.orders",
  "detail-type": "OrderPaid",
  resources: ["a", "b"],
  detail: {
    total: 42,
    name: "Ann",
    paid: true,
    note: null,
    empty: "",
    items: [{ id: "x" }, { id: "y" }],
    outer: { inner: 1 },
  },
};

test.each<[string, Record<string, unknown>, boolean]>([
  ["a value", { source: ["shop.orders"] }, true],
  ["one of several", { source: ["other", "shop.orders"] }, true],
  ["none of several", { source: ["other", "another"] }, false],
  ["two fields of which one differs", { source: ["shop.orders"], "detail-type": ["OrderPlaced"] }, false],
  ["an empty pattern", {}, true],
  ["a number", { detail: { total: [42] } }, true],
  ["a number is not its text", { detail: { total: ["42"] } }, false],
  ["true", { detail: { paid: [true] } }, true],
  ["null", { detail: { note: [null] } }, true],
  ["null is not absence", { detail: { nothing: [null] } }, false],
  ["a value in a list", { resources: ["b"] }, true],
  ["a value that the event's list does not have", { resources: ["c"] }, false],
  ["a list of objects", { detail: { items: { id: ["y"] } } }, true],
  ["a nested field", { detail: { outer: { inner: [1] } } }, true],
  ["a nested field that is absent", { detail: { other: { inner: [1] } } }, false],
  ["a prefix", { source: [{ prefix: "shop." }] }, true],
  ["another prefix", { source: [{ prefix: "aws." }] }, false],
  ["prefix, case ignored", { "detail-type": [{ prefix: { "equals-ignore-case": "ORDER" } }] }, true],
  ["suffix", { "detail-type": [{ suffix: "Paid" }] }, true],
  ["suffix, case ignored", { "detail-type": [{ suffix: { "equals-ignore-case": "pAID" } }] }, true],
  ["a value, case ignored", { detail: { name: [{ "equals-ignore-case": "aNN" }] } }, true],
  ["anything but, with another value", { detail: { name: [{ "anything-but": "Bob" }] } }, true],
  ["anything but, with a listed value", { detail: { name: [{ "anything-but": ["Bob", "Ann"] }] } }, false],
  ["anything but, with a listed number", { detail: { total: [{ "anything-but": [42] }] } }, false],
  ["anything but, with a listed prefix", { source: [{ "anything-but": { prefix: "shop" } }] }, false],
  ["anything but, with an absent field", { detail: { nothing: [{ "anything-but": "x" }] } }, false],
  ["exists", { detail: { name: [{ exists: true }] } }, true],
  ["does not exist", { detail: { nothing: [{ exists: false }] } }, true],
  ["does not exist, but it does", { detail: { empty: [{ exists: false }] } }, false],
  ["exists matches values, not objects", { detail: { outer: [{ exists: true }] } }, false],
  ["or, first", { $or: [{ source: ["shop.orders"] }, { source: ["stripe"] }] }, true],
  ["or, none", { $or: [{ source: ["x"] }, { detail: { total: [1] } }] }, false],
  ["or beside a field", { "detail-type": ["OrderPlaced"], $or: [{ source: ["shop.orders"] }] }, false],
  ["or inside detail", { detail: { $or: [{ total: [1] }, { name: ["Ann"] }] } }, true],
])("%s: %j matches the event: %s", (_, pattern, matches) => {
  expect(compilePattern(pattern)(event)).toBe(matches);
});

test.each<[string, Record<string, unknown>, string]>([
  ["an operator that the local bus does not have", { source: [{ wildcard: "shop.*" }] }, "wildcard"],
  [
    "anything-but with an operator that the local bus does not have",
    { source: [{ "anything-but": { wildcard: "s*" } }] },
    "wildcard",
  ],
  ["an address range", { detail: { ip: [{ cidr: "10.0.0.0/24" }] } }, "cidr"],
  ["a value that is not in a list", { source: "shop.orders" }, "shop.orders"],
  ["a comparison of numbers, which no rule uses", { detail: { total: [{ numeric: [">", 1] }] } }, "numeric"],
  ["two operators in one rule", { source: [{ prefix: "a", suffix: "b" }] }, "prefix"],
  ["exists with a text", { source: [{ exists: "yes" }] }, "exists"],
])("a pattern with %s stops the stack, and the error names the part", (_, pattern, name) => {
  expect(() => compilePattern(pattern)).toThrow(name);
});
