import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { adminApi } from "../../shared/api-admin.ts";
import { pagesApi } from "../../shared/api-pages.ts";
import { publicApi } from "../../shared/api-public.ts";
import type { Product } from "../../shared/product.ts";
import { documentClient, tableName } from "../../lambdas/lib/dynamodb.ts";
import { listedItem, updateListedStock, totalItem } from "../../lambdas/products/listed-table.ts";
import { repairList } from "../../lambdas/products/repair-list.ts";
import { freePieces, takePieces } from "../../lambdas/products/stock-table.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import { stockUp, eventInDays, testProduct } from "../support/fixtures.ts";
import type { HttpHandler } from "../support/invoke.ts";
import { call } from "../support/invoke.ts";
import { permutations } from "../support/permutations.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";

let shop: Shop;
let office: BackOffice;
let catalog: HttpHandler;
let products: Product[];

beforeAll(async () => {
  shop = await openShop();
  office = await openBackOffice(shop);
  ({ handler: catalog } = await import("../../lambdas/catalog-api.ts"));
});
beforeEach(async () => {
  products = ["One", "Two", "Three", "Four", "Five"].map((name, i) =>
    testProduct({ name, featured: i % 2 === 0 }),
  );
  await shop.table.clear();
  await stockUp(shop.table, ...products);
});

const listProducts = (query: Record<string, string> = {}) => call(catalog, publicApi.listProducts, { query });
const readNames = async (query?: Record<string, string>) =>
  (await listProducts(query)).data.products.map(({ name }) => name);
const readListedStock = async () => (await listProducts()).data.products.map(({ stock }) => stock);
const readListedItems = async () =>
  (await shop.table.partition("LISTED")).filter(({ version }) => version !== undefined);
const deleteItem = (pk: string, sk: string) =>
  documentClient().send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
/** Deletes the ready-made list, as if it had not been written yet. */
async function deleteList(): Promise<void> {
  for (const { sk } of await shop.table.partition("LISTED")) await deleteItem("LISTED", String(sk));
}
/** Creates a product as an admin. */
async function createProduct(name: string): Promise<void> {
  const { createdAt: _, updatedAt: __, version: ___, id: ____, ...body } = testProduct({ name });
  expect((await call(office.handler, adminApi.createProduct, { body })).status).toBe(201);
}
const idAt = (index: number): string => products[index]?.id ?? "";

describe("a product with an event", () => {
  /** A featured ticket for an event that begins `days` days from now. */
  const eventProduct = (days: number, name = "Ticket") =>
    testProduct({ name, category: "ticket", featured: true, event: eventInDays(days) });
  const getProduct = (id: string) => call(catalog, publicApi.getProduct, { params: { id } });

  test("leaves all lists when its event is over, and the total at the next repair; its page says that the event is over", async () => {
    const pastEvent = eventInDays(-1, {
      startsAt: "2026-01-10T00:00:00.000Z",
      endsAt: "2026-01-10T03:00:00.000Z",
    });
    const [next, past] = [eventProduct(1, "Next"), { ...eventProduct(-1, "Past"), event: pastEvent }];
    await shop.table.clear();
    await stockUp(shop.table, past, next, ...products);
    const names = ["Next", "One", "Two", "Three", "Four", "Five"].sort();
    expect((await readNames()).sort()).toEqual(names);
    expect((await readNames({ featured: "true" })).sort()).toEqual(["Five", "Next", "One", "Three"]);
    expect((await readNames({ limit: "6" })).sort()).toEqual(names);
    expect((await listProducts({ limit: "6" })).data).not.toHaveProperty("next");
    const response = await getProduct(past.id);
    expect([response.status, response.error.reason, response.error.message]).toEqual([
      404,
      "event_over",
      "Past was on Fri, Jan 9, 2026. This event is over.",
    ]);
    expect((await getProduct(next.id)).data.event).toEqual(next.event);
    await repairList();
    expect((await listProducts({ limit: "1" })).data.total).toBe(6);
    await repairList(Date.now() + 2 * 86_400_000);
    expect((await listProducts({ limit: "1" })).data.total).toBe(5);
  });

  test("leaves the store and returns when an admin changes its date, and stays in the back office", async () => {
    const ticket = eventProduct(1);
    await stockUp(shop.table, ticket, ...products);
    const saveTicket = (version: number, event: Product["event"], featured: boolean) =>
      call(office.handler, adminApi.updateProduct, {
        params: { id: ticket.id },
        body: { ...ticket, event, featured, version, stockWas: 10 },
      });
    const past = eventInDays(-1);
    expect((await saveTicket(1, past, false)).status).toBe(200);
    expect(await readNames()).not.toContain("Ticket");
    const listedProducts = (await call(office.handler, adminApi.listProductsAsAdmin)).data.products;
    expect(listedProducts.find(({ id }) => id === ticket.id)?.event).toEqual(past);
    expect((await saveTicket(2, eventInDays(3), true)).status).toBe(200);
    expect(await readNames({ featured: "true" })).toContain("Ticket");
    expect((await saveTicket(3, undefined, true)).data).not.toHaveProperty("event");
    expect(await readNames()).toContain("Ticket");
  });

  test("has a calendar file, also after its event; drafts and products without an event have none", async () => {
    const [past, draft] = [eventProduct(-1), { ...eventProduct(1), state: "draft" as const }];
    await stockUp(shop.table, past, draft, ...products);
    const readCalendarFile = (id: string) => call(catalog, pagesApi.calendar, { params: { id } });
    const { status, headers, body } = await readCalendarFile(past.id);
    expect([status, headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
    expect(headers["cache-control"]).toContain("s-maxage=2");
    expect(body).toContain(`UID:${past.id}@shop.example\r\n`);
    for (const id of [draft.id, idAt(0), "prd_none"]) expect((await readCalendarFile(id)).status).toBe(404);
  });
});

describe("a page of the list", () => {
  test("has at most `limit` products, and the cursor of the next page unless it is the last page", async () => {
    const firstPage = (await listProducts({ limit: "2" })).data;
    expect(firstPage.next).toBe(idAt(1));
    expect(await readNames({ limit: "2" })).toEqual(["One", "Two"]);
    expect(await readNames({ limit: "2", after: idAt(1) })).toEqual(["Three", "Four"]);
    const lastPage = (await listProducts({ limit: "1", after: idAt(3) })).data;
    expect(lastPage.products.map(({ name }) => name)).toEqual(["Five"]);
    expect(lastPage).not.toHaveProperty("next");
    expect((await listProducts()).data).not.toHaveProperty("next");
    expect(await readNames({ after: idAt(4) })).toEqual([]);
  });

  test("has only featured products on request", async () => {
    expect(await readNames({ featured: "true", limit: "2" })).toEqual(["One", "Three"]);
    expect(await readNames({ featured: "true", after: idAt(0) })).toEqual(["Three", "Five"]);
  });

  test.each(["0", "1001", "1.5", "many"])("is refused with limit=%s", async (limit) => {
    expect((await listProducts({ limit })).error.fields).toHaveProperty("limit");
  });
});

describe("the ready-made list", () => {
  test("has the stock after each hold and release of pieces, and an admin's changes, immediately", async () => {
    const pieces = { productId: idAt(0), quantity: 3 };
    await takePieces({ key: "ord_a", orderId: "ord_a" }, pieces);
    expect((await readListedStock())[0]).toBe(7);
    await freePieces({ key: "ord_a", orderId: "ord_a" }, pieces);
    expect((await readListedStock())[0]).toBe(10);
    const { name: _, ...first } = products[0] ?? testProduct();
    const body = { ...first, name: "Uno", stock: 12, stockWas: 10, featured: false };
    await call(office.handler, adminApi.updateProduct, { params: { id: idAt(0) }, body });
    expect(await readNames({ limit: "1" })).toEqual(["Uno"]);
    expect((await readListedStock())[0]).toBe(12);
    expect(await readNames({ featured: "true" })).toEqual(["Three", "Five"]);
  });

  test("keeps the count with the highest revision, in whatever sequence copies of counts arrive", async () => {
    const counts = [1, 2, 3].map((revision) => ({
      productId: idAt(0),
      variantId: "-",
      revision,
      available: 10 - revision,
    }));
    for (const [i, sequence] of permutations(counts).entries()) {
      const laterCounts = sequence.map((count) => ({ ...count, revision: count.revision + 10 * i }));
      for (const count of laterCounts) await updateListedStock(count);
      expect((await readListedStock())[0]).toBe(7);
    }
  });

  test("has the right stock after ten pieces were taken at the same time", async () => {
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        takePieces({ key: `ord_${i}`, orderId: `ord_${i}` }, { productId: idAt(1), quantity: 1 }),
      ),
    );
    expect(results.every((result) => result === "taken")).toBe(true);
    expect((await readListedStock())[1]).toBe(0);
  });

  test("gets no row from a late count of a product that was deleted", async () => {
    await call(office.handler, adminApi.deleteProduct, { params: { id: idAt(0) } });
    await updateListedStock({ productId: idAt(0), variantId: "-", revision: 1, available: 3 });
    expect(await readNames()).toEqual(["Two", "Three", "Four", "Five"]);
    expect(await readListedItems()).toHaveLength(4);
  });

  test("has the number of its products on the first page, after products were added and deleted", async () => {
    await deleteList();
    await repairList();
    expect((await listProducts({ limit: "2" })).data.total).toBe(5);
    await call(office.handler, adminApi.deleteProduct, { params: { id: idAt(0) } });
    await createProduct("Six");
    await call(office.handler, adminApi.deleteProduct, { params: { id: idAt(1) } });
    expect((await listProducts()).data.total).toBe(4);
    expect((await listProducts({ after: idAt(2) })).data).not.toHaveProperty("total");
  });

  test("is repaired when a function crashed before it wrote a version, a count, a new product or a deletion", async () => {
    const [first, second, third, fourth] = products as [Product, Product, Product, Product];
    const itemOf = (product: Product, available: number) =>
      listedItem(product, [{ productId: product.id, variantId: "-", available }]);
    await shop.table.put({ ...itemOf(first, 10), version: 0 });
    await shop.table.put(itemOf(second, 99));
    await deleteItem("LISTED", third.id);
    await call(office.handler, adminApi.deleteProduct, { params: { id: fourth.id } });
    await shop.table.put(itemOf(fourth, 10));
    expect(await readNames()).not.toContain("Three");
    expect((await readListedStock())[1]).toBe(99);
    expect(await repairList()).toBe(4);
    expect(await readNames()).toEqual(["One", "Two", "Three", "Five"]);
    expect(await readListedStock()).toEqual([10, 10, 10, 10]);
    expect(await readListedItems()).toHaveLength(4);
    expect(await repairList()).toBe(0);
  });

  test("is repaired when the table refused its update after a sale and after an admin's change, which both succeed", async () => {
    documentClient().middlewareStack.add(
      (next) => (args) => {
        const { Key } = args.input as { Key?: { pk?: string } };
        return Key?.pk === "LISTED" ? Promise.reject(new Error("The table refuses")) : next(args);
      },
      { step: "initialize", name: "refuseListedItems" },
    );
    expect(await takePieces({ key: "ord_a", orderId: "ord_a" }, { productId: idAt(0), quantity: 3 })).toBe(
      "taken",
    );
    const { name: _, ...second } = products[1] ?? testProduct();
    const body = { ...second, name: "Dos", stockWas: 10 };
    const saveResponse = await call(office.handler, adminApi.updateProduct, {
      params: { id: idAt(1) },
      body,
    });
    documentClient().middlewareStack.remove("refuseListedItems");
    expect(saveResponse.data.name).toBe("Dos");
    expect((await readListedStock())[0]).toBe(10);
    expect(await repairList()).toBe(2);
    expect((await readListedStock())[0]).toBe(7);
    expect(await readNames({ limit: "2" })).toEqual(["One", "Dos"]);
  });

  /** Makes the table refuse each request with the key of one of these products in the list, until the returned function is called. */
  function refuseRowsOf(ids: readonly string[]): () => void {
    documentClient().middlewareStack.add(
      (next) => (args) => {
        const { Key } = args.input as { Key?: { pk?: string; sk?: string } };
        const isRefused = Key?.pk === "LISTED" && ids.includes(Key.sk ?? "");
        return isRefused ? Promise.reject(new Error("The table refuses")) : next(args);
      },
      { step: "initialize", name: "refuseIds" },
    );
    return () => documentClient().middlewareStack.remove("refuseIds");
  }

  test("is not used after a first repair in which the table refused a row, so that no product is missing", async () => {
    await deleteList();
    const stopRefusing = refuseRowsOf([idAt(1)]);
    await expect(repairList()).rejects.toThrow("1 products could not be copied to the list");
    stopRefusing();
    expect(await readNames()).toEqual(["One", "Two", "Three", "Four", "Five"]);
    expect(await repairList()).toBe(1);
    expect((await listProducts()).data.total).toBe(5);
  });

  test("is repaired for all other products, with the right total, while the table refuses the rows of ten products", async () => {
    const otherProducts = Array.from({ length: 7 }, (_, i) => testProduct({ name: `Other ${i}` }));
    await stockUp(shop.table, ...otherProducts);
    const ids = [...products, ...otherProducts].map(({ id }) => id).toSorted();
    for (const id of ids) await deleteItem("LISTED", id);
    await shop.table.put(totalItem(-3));
    const stopRefusing = refuseRowsOf(ids.slice(2));
    await expect(repairList()).rejects.toThrow("10 products could not be copied to the list");
    stopRefusing();
    expect((await readListedItems()).map(({ sk }) => sk)).toEqual(ids.slice(0, 2));
    expect(await shop.table.partition("LISTED")).toContainEqual(expect.objectContaining({ total: 2 }));
    expect(await repairList()).toBe(10);
    expect((await listProducts()).data.total).toBe(12);
  });

  test("is not used while it is written for the first time, so that no product is missing", async () => {
    await deleteList();
    const [first] = products as [Product];
    await shop.table.put(listedItem(first, [{ productId: first.id, variantId: "-", available: 10 }]));
    expect(await readNames()).toEqual(["One", "Two", "Three", "Four", "Five"]);
    expect(await readNames({ featured: "true" })).toEqual(["One", "Three", "Five"]);
    expect(await readNames({ featured: "true", after: idAt(0), limit: "1" })).toEqual(["Three"]);
    await call(office.handler, adminApi.deleteProduct, { params: { id: idAt(1) } });
    expect(await readNames()).toEqual(["One", "Three", "Four", "Five"]);
    await repairList();
    expect((await listProducts()).data).toMatchObject({ total: 4 });
    expect(await readNames()).toEqual(["One", "Three", "Four", "Five"]);
  });

  test("of a new shop has its first products and their total without a repair", async () => {
    await shop.table.clear();
    for (const name of ["One", "Two"]) await createProduct(name);
    expect((await readNames()).sort()).toEqual(["One", "Two"]);
    expect(await readListedItems()).toHaveLength(2);
    expect((await listProducts()).data.total).toBe(2);
  });

  test("gets the right total from a repair if the stored total is wrong", async () => {
    await shop.table.put(totalItem(-3));
    await repairList();
    expect((await listProducts()).data.total).toBe(5);
  });

  test.each(["!", " ", "!A"])("starts at its first product with the cursor %j", async (after) => {
    const page = (await listProducts({ limit: "2", after })).data;
    expect(page).toMatchObject({ products: [{ name: "One" }, { name: "Two" }], next: idAt(1) });
  });

  test("is not needed for the products of a table from an earlier version of the shop, and is written by the first repair", async () => {
    await deleteList();
    const dataBeforeRepair = (await listProducts()).data;
    expect(dataBeforeRepair.products.map(({ name }) => name)).toEqual([
      "One",
      "Two",
      "Three",
      "Four",
      "Five",
    ]);
    expect((await listProducts({ limit: "2" })).data).toMatchObject({ next: idAt(1) });
    expect((await call(catalog, publicApi.getProduct, { params: { id: idAt(0) } })).data.name).toBe("One");
    expect(await repairList()).toBe(5);
    expect((await listProducts()).data).toEqual({ ...dataBeforeRepair, total: 5 });
  });
});
