import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AdminProducts } from "../../../shared/admin-products.ts";
import { testProduct } from "../../support/fixtures.ts";

const calls = vi.hoisted(() => {
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("window", new EventTarget());
  return { adminCall: vi.fn(), adminBackgroundCall: vi.fn<() => Promise<AdminProducts>>() };
});
vi.mock("../../../web/src/features/admin/auth/admin-call.ts", () => calls);
const { queryClient } = await import("../../../web/src/features/admin/query-client.ts");
const { productListQuery, removeCachedProduct, rereadProducts, cacheProduct, cacheStock } =
  await import("../../../web/src/features/admin/product-list/product-queries.ts");

const [tee, polo] = [testProduct({ id: "tee" }), testProduct({ id: "polo" })];
const answer = (...products: AdminProducts["products"]): AdminProducts => ({
  products,
  broken: [],
  unoffered: [],
  waiting: [],
});
const shownIds = () => queryClient.getQueryData(productListQuery.queryKey)?.products.map(({ id }) => id);

let unsubscribe: () => void;
beforeEach(async () => {
  calls.adminBackgroundCall.mockReset().mockResolvedValueOnce(answer(tee, polo));
  unsubscribe = new QueryObserver(queryClient, productListQuery).subscribe(() => undefined);
  await expect.poll(() => shownIds()).toEqual(["tee", "polo"]);
});
afterEach(() => {
  unsubscribe();
  queryClient.clear();
});

test("a list that was requested before a product was deleted does not bring the product back", async () => {
  const earlyRead = Promise.withResolvers<AdminProducts>();
  calls.adminBackgroundCall.mockReturnValueOnce(earlyRead.promise).mockResolvedValueOnce(answer(polo));
  void queryClient.refetchQueries({ queryKey: productListQuery.queryKey });
  removeCachedProduct("tee");
  earlyRead.resolve(answer(tee, polo));
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(shownIds()).toEqual(["polo"]);
  expect(calls.adminBackgroundCall).toHaveBeenCalledTimes(3);
});

test("a saved product replaces the old one, without another read", () => {
  cacheProduct({ ...tee, name: "New name" });
  expect(queryClient.getQueryData(productListQuery.queryKey)?.products).toMatchObject([
    { id: "polo" },
    { id: "tee", name: "New name" },
  ]);
  expect(calls.adminBackgroundCall).toHaveBeenCalledTimes(1);
});

test("a repeated read that fails returns no list, and keeps the list that is shown", async () => {
  const logError = vi.spyOn(console, "error").mockImplementation(() => undefined);
  calls.adminBackgroundCall.mockRejectedValueOnce(new Error("No connection"));
  expect(await rereadProducts()).toBeUndefined();
  expect(queryClient.getQueryData(productListQuery.queryKey)?.products).toHaveLength(2);
  expect(logError).toHaveBeenCalledWith("The products could not be loaded", expect.any(Error));
  logError.mockRestore();
});

test("a change of a product's stock updates the number of its pieces whose variant is no longer offered", () => {
  const pieces = { available: 2, held: 1, sold: 4, holds: [] };
  cacheStock("tee", { variants: [], unoffered: [{ variantId: "s", ...pieces }] });
  expect(queryClient.getQueryData(productListQuery.queryKey)?.unofferedPiecesByProduct.get("tee")).toBe(3);
});
