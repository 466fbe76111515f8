import { expect, test } from "vitest";
import { readLastTab, writeLastTab } from "../../../web/src/features/admin/dashboard/last-tab.ts";
import { readListState } from "../../../web/src/features/admin/order-list/list-url.ts";
import {
  isDefaultView,
  MAX_VIEWS,
  nameRefusal,
  readViews,
  stateOfView,
  viewQuery,
  withView,
  writeViews,
} from "../../../web/src/features/admin/order-list/saved-views.ts";
import { stubLocalStorage } from "../../support/stub-storage.ts";

const stateOf = (query: string) => readListState(new URLSearchParams(query));

test("a view keeps search, filters, sorting and page size, but neither the page nor the open order", () => {
  const query = "q=tee&status=pending&delivery=ship&dates=7-days&sort=total&dir=asc&size=20";
  const savedQuery = viewQuery(stateOf(`${query}&page=3&order=ord_1`));
  expect(savedQuery).toBe(`tab=orders&${query}`);
  const { page: _, openOrderId: __, ...choices } = stateOf(query);
  expect(stateOfView({ name: "To pack", query: savedQuery })).toEqual(choices);
  expect([isDefaultView(savedQuery), isDefaultView(viewQuery(stateOf("page=2")))]).toEqual([false, true]);
});

test("a view replaces the one with the same name; views are sorted by name, limited in number, and stored for each admin", () => {
  stubLocalStorage();
  const views = withView(withView([], { name: "b", query: "1" }), { name: "a", query: "2" });
  expect(withView(views, { name: "b", query: "3" })).toEqual([
    { name: "a", query: "2" },
    { name: "b", query: "3" },
  ]);
  writeViews("ada", views);
  writeViews("grace", []);
  expect([readViews("ada"), readViews("grace"), readViews("alan")]).toEqual([views, [], []]);
  const fullList = Array.from({ length: MAX_VIEWS }, (_, i) => ({ name: `${i}`, query: "" }));
  expect([nameRefusal(fullList, "new"), nameRefusal(fullList, "1"), nameRefusal([], "")]).toEqual([
    "At most 20 views can be saved.",
    undefined,
    "Name is required",
  ]);
});

test("the browser stores the last tab of each admin", () => {
  stubLocalStorage();
  expect(readLastTab("ada")).toBe("products");
  writeLastTab("ada", "orders");
  expect([readLastTab("ada"), readLastTab("grace")]).toEqual(["orders", "products"]);
});
