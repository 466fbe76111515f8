import { expect, test } from "vitest";
import { pagesApi } from "../../shared/api-pages.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import type { HttpHandler } from "../support/invoke.ts";
import { call } from "../support/invoke.ts";
import { openShop } from "../support/shop.ts";

test("in a shop whose products fit into the store's first page, the page of a missing product is not indexed", async () => {
  const shop = await openShop();
  await stockUp(shop.table, testProduct());
  const { handler } = (await import("../../lambdas/render-page.ts")) as { handler: HttpHandler };
  const params = { productId: "prd_01ARZ3NDEKTSV4RRFFQ69G5FAV" };
  const { status, body } = await call(handler, pagesApi.productPage, { params });
  expect([status, /<meta name="robots" content="(.*?)"/.exec(body)?.[1]]).toEqual([404, "noindex,follow"]);
});
