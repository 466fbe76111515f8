import { beforeEach, expect, test } from "vitest";

import * as z from "zod/mini";
import { storedValue } from "../../web/src/stored-value.ts";

const storedTexts = new Map<string, string>();
let isFull = false;
const storage: Storage = {
  length: 0,
  clear: () => storedTexts.clear(),
  key: () => null,
  getItem: (key) => storedTexts.get(key) ?? null,
  removeItem: (key) => void storedTexts.delete(key),
  setItem: (key, value) => {
    if (isFull) throw new DOMException("full", "QuotaExceededError");
    storedTexts.set(key, value);
  },
};
const value = storedValue("value", z.object({ n: z.number() }), () => storage);

beforeEach(() => {
  storedTexts.clear();
  isFull = false;
  value.clear();
});

test("a stored value is what was written last, until it is cleared", () => {
  value.write({ n: 1 });
  expect([value.read(), storedTexts.get("value")]).toEqual([{ n: 1 }, '{"n":1}']);
  value.clear();
  expect(value.read()).toBeUndefined();
});

test.each(["{oops", "null", '{"n":"1"}', "[]"])("the invalid stored text %j is no value", (text) => {
  storedTexts.set("value", text);
  expect(value.read()).toBeUndefined();
});

test("a value stays in memory while the storage is full, and the next value is written to the storage when it has space again", () => {
  storedTexts.set("value", '{"n":1}');
  isFull = true;
  value.write({ n: 2 });
  expect(value.read()).toEqual({ n: 2 });
  isFull = false;
  value.write({ n: 3 });
  expect([value.read(), storedTexts.get("value")]).toEqual([{ n: 3 }, '{"n":3}']);
});

test("a value stays in memory when the browser forbids storage", () => {
  const forbidden = storedValue("forbidden", z.object({ n: z.number() }), () => {
    throw new DOMException("no", "SecurityError");
  });
  forbidden.write({ n: 1 });
  expect(forbidden.read()).toEqual({ n: 1 });
  forbidden.clear();
  expect(forbidden.read()).toBeUndefined();
});
