import { expect, test } from "vitest";
import { readListState, listStateQuery } from "../../../web/src/features/admin/order-list/list-url.ts";

const rewrite = (query: string) =>
  new URLSearchParams(listStateQuery(readListState(new URLSearchParams(query)))).toString();

test("without a query, the newest orders come first, five on a page", () => {
  expect(readListState(new URLSearchParams())).toEqual({
    search: "",
    status: undefined,
    includesUnpaid: false,
    showsOnlyAttention: false,
    showsOnlyToPack: false,
    isPacking: false,
    sorting: { key: "date", direction: "descending" },
    page: 1,
    size: 5,
    openOrderId: undefined,
  });
});

test.each([
  "tab=orders&q=ada+tee&status=completed&unpaid=1&attention=1&sort=total&dir=asc&page=3&size=20&order=ord_1",
  "tab=orders&sort=date&dir=asc",
  "tab=orders&status=cancelled",
  "tab=orders&delivery=tickets&dates=7-days",
  "tab=orders&dates=days",
  "tab=orders&from=2026-11-01",
  "tab=orders&from=2026-11-01&to=2026-11-30",
])("%s is read and written without a change", (query) => {
  expect(rewrite(query)).toBe(query);
});

test.each([
  "status=refunded",
  "page=-1",
  "page=1.5",
  "page=x",
  "size=7",
  "sort=items",
  "dir=up",
  "unpaid=yes",
  "status=toString",
  "dates=toString",
  "from=2026-02-30",
  "to=now",
])("the invalid %s is read as the default", (query) => {
  expect(rewrite(query)).toBe("tab=orders");
});
