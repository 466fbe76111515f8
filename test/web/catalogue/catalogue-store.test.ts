import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Product } from "../../../shared/product.ts";
import { shirt } from "../../support/fixtures.ts";

class FakeDocument extends EventTarget {
  visibilityState: "visible" | "hidden" = "visible";
}

const tee = shirt({ id: "tee" });
let catalogue: Product[];
let page: FakeDocument;
let asked: RequestInit[];
let down: boolean;

const answer = () => {
  const text = JSON.stringify({ products: catalogue });
  return new Response(text, { headers: { etag: `W/"${text.length}-${catalogue[0]?.price}"` } });
};
/** A store of its own for each test, on a page that can be looked away from. */
const openStore = async () => {
  const { createCatalogueStore } = await import("../../../web/src/catalogue/catalogue-store.ts");
  return createCatalogueStore();
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const use = () => window.dispatchEvent(new Event("pointermove"));

beforeEach(() => {
  vi.useFakeTimers();
  catalogue = [tee];
  page = new FakeDocument();
  asked = [];
  down = false;
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", page);
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    asked.push(init);
    return down ? Promise.reject(new TypeError("no line")) : Promise.resolve(answer());
  });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the live catalogue", () => {
  test("asks at once, then every 5 s while somebody uses the page, and every 30 s after a minute of rest", async () => {
    const store = await openStore();
    const leave = store.subscribe(() => undefined);
    await pass(0);
    expect(asked).toHaveLength(1);
    for (let second = 0; second < 20; second += 5) {
      use();
      await pass(5_000);
    }
    expect(asked).toHaveLength(5);
    await pass(60_000);
    const rested = asked.length;
    await pass(60_000);
    expect(asked.length - rested).toBe(2);
    expect(asked.every(({ cache }) => cache === "no-cache")).toBe(true);
    leave();
    await pass(120_000);
    expect(asked.length - rested).toBe(2);
  });

  test("never asks while the page is hidden, and at once when it is looked at again", async () => {
    const store = await openStore();
    const leave = store.subscribe(() => undefined);
    await pass(0);
    page.visibilityState = "hidden";
    page.dispatchEvent(new Event("visibilitychange"));
    await pass(300_000);
    expect(asked).toHaveLength(1);
    page.visibilityState = "visible";
    page.dispatchEvent(new Event("visibilitychange"));
    await pass(0);
    expect(asked).toHaveLength(2);
    leave();
  });

  test("the same answer changes nothing; a changed product is a new object, the others stay the very same", async () => {
    catalogue = [tee, shirt({ id: "polo" })];
    const store = await openStore();
    const leave = store.subscribe(() => undefined);
    await pass(0);
    const before = store.current();
    await pass(5_000);
    expect(store.current()).toBe(before);
    catalogue = [{ ...tee, price: 99 }, ...catalogue.slice(1)];
    await pass(5_000);
    const [changed, same] = store.current().products;
    expect(changed?.price).toBe(99);
    expect(same).toBe(before.products[1]);
    leave();
  });

  test("keeps what it has when the line is down and says that it is old; without anything it has failed", async () => {
    down = true;
    const store = await openStore();
    const leave = store.subscribe(() => undefined);
    await pass(0);
    expect(store.current()).toEqual({ status: "failed", products: [], stale: false });
    down = false;
    store.retry();
    expect(store.current().status).toBe("loading");
    await pass(0);
    expect(store.current()).toMatchObject({ status: "ready", stale: false });
    down = true;
    await pass(5_000);
    expect(store.current()).toMatchObject({ status: "ready", stale: true, products: [{ id: "tee" }] });
    down = false;
    await pass(5_000);
    expect(store.current().stale).toBe(false);
    leave();
  });
});
