import { beforeEach, expect, test } from "vitest";

import * as z from "zod/mini";
import { storedValue } from "../../web/src/stored-value.ts";

const kept = new Map<string, string>();
let full = false;
const storage: Storage = {
  length: 0,
  clear: () => kept.clear(),
  key: () => null,
  getItem: (key) => kept.get(key) ?? null,
  removeItem: (key) => void kept.delete(key),
  setItem: (key, value) => {
    if (full) throw new DOMException("full", "QuotaExceededError");
    kept.set(key, value);
  },
};
const value = storedValue("value", z.object({ n: z.number() }), () => storage);

beforeEach(() => {
  kept.clear();
  full = false;
  value.clear();
});

test("what is written is read, until it is cleared", () => {
  value.write({ n: 1 });
  expect([value.read(), kept.get("value")]).toEqual([{ n: 1 }, '{"n":1}']);
  value.clear();
  expect(value.read()).toBeUndefined();
});

test.each(["{oops", "null", '{"n":"1"}', "[]"])("%j in the storage counts as nothing", (text) => {
  kept.set("value", text);
  expect(value.read()).toBeUndefined();
});

test("where nothing can be stored, it lives in memory, and storage that works again wins", () => {
  kept.set("value", '{"n":1}');
  full = true;
  value.write({ n: 2 });
  expect(value.read()).toEqual({ n: 2 });
  full = false;
  value.write({ n: 3 });
  expect([value.read(), kept.get("value")]).toEqual([{ n: 3 }, '{"n":3}']);
});

test("storage that is forbidden altogether is no error", () => {
  const forbidden = storedValue("forbidden", z.object({ n: z.number() }), () => {
    throw new DOMException("no", "SecurityError");
  });
  forbidden.write({ n: 1 });
  expect(forbidden.read()).toEqual({ n: 1 });
  forbidden.clear();
  expect(forbidden.read()).toBeUndefined();
});
