import { expect, test, vi } from "vitest";
import { createStore } from "../../web/src/store.ts";

test("a store notifies its subscribers of each new value until they unsubscribe", () => {
  const store = createStore({ initial: 1 });
  const listener = vi.fn();
  const unsubscribe = store.subscribe(listener);
  store.set(2);
  expect([store.current(), store.initial(), listener.mock.calls.length]).toEqual([2, 1, 1]);
  unsubscribe();
  store.set(3);
  expect([store.current(), listener.mock.calls.length]).toEqual([3, 1]);
});

test("a store is connected while it has subscribers", () => {
  const disconnect = vi.fn();
  const connect = vi.fn(() => disconnect);
  const store = createStore({ initial: 1, connect });
  const [unsubscribeFirst, unsubscribeSecond] = [store.subscribe(vi.fn()), store.subscribe(vi.fn())];
  unsubscribeFirst();
  expect([connect.mock.calls.length, disconnect.mock.calls.length]).toEqual([1, 0]);
  unsubscribeSecond();
  expect([connect.mock.calls.length, disconnect.mock.calls.length]).toEqual([1, 1]);
});

test("a store that reads its value returns the same object while the value is unchanged", () => {
  let text = "a";
  const store = createStore({
    initial: { text: "" },
    read: (previous) => (previous.text === text ? previous : { text }),
  });
  const previousValue = store.current();
  expect(store.current()).toBe(previousValue);
  text = "b";
  expect(store.current()).toEqual({ text: "b" });
});
