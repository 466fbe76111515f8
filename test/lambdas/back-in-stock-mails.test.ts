import { describe, expect, test, vi } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import type { Product } from "../../shared/product.ts";
import { reconcileWaitingLists } from "../../lambdas/back-in-stock/reconcile-waiting-lists.ts";
import { recordUndeliverable } from "../../lambdas/mail/undeliverable-table.ts";
import { openBackInStock, SIZE_L, SIZE_M } from "../support/back-in-stock.ts";
import { call } from "../support/invoke.ts";
import { advanceClock } from "../support/shop.ts";

// With a simulated clock, a wait moves the clock instead.
vi.mock(import("node:timers/promises"), async (importOriginal) => {
  const timers = await importOriginal();
  const wait: typeof timers.setTimeout = async (ms, value, options) =>
    vi.isFakeTimers()
      ? (vi.setSystemTime(Date.now() + (ms ?? 0)), value as never)
      : timers.setTimeout(ms, value, options);
  return { ...timers, setTimeout: wait };
});

const {
  shop,
  office,
  offerProduct,
  requestAndConfirm,
  waitingCounts,
  storedEmails,
  saveProduct,
  stockBackEvents,
  backInStockMails,
  deliverStockBack,
  reconcile,
} = openBackInStock();

describe("the mails that a product is back", () => {
  const addresses = Array.from({ length: 25 }, (_, i) => `fan${i}@example.com`);
  /** Creates a sold-out product for which all these addresses wait. */
  async function createSoldOutProduct(): Promise<Product> {
    const tee = await offerProduct();
    for (const email of addresses) await requestAndConfirm(tee, email);
    shop().mails.length = 0;
    return tee;
  }
  /** Creates a product for which all these addresses wait and that has stock again. `event`: its StockBack event. */
  async function createRestockedProduct() {
    const tee = await createSoldOutProduct();
    await saveProduct(tee, { stock: 9 });
    const [event] = await stockBackEvents(tee);
    if (!event) throw new Error("No StockBack event");
    return { tee, event };
  }

  test("go to everybody once, also when the event is delivered many times at the same time", async () => {
    const { tee, event } = await createRestockedProduct();
    await Promise.all([deliverStockBack([event, event]), deliverStockBack([event]), reconcile()]);
    advanceClock(60_000);
    await reconcile();
    expect(
      backInStockMails()
        .map(({ to }) => to)
        .sort(),
    ).toEqual([...addresses].sort());
    expect([await storedEmails(tee), await waitingCounts(tee)]).toEqual([[], []]);
  });

  test("stop when the product is sold out again, and go to the remaining people when stock returns", async () => {
    const { tee, event } = await createRestockedProduct();
    // The product is sold out while the first batch of ten mails is sent.
    let sentCount = 0;
    shop().faults.mail = async () => {
      if ((sentCount += 1) === 1) await shop().table.put(soldOutItem(tee));
      return false;
    };
    await deliverStockBack([event]);
    expect(backInStockMails()).toHaveLength(10);
    expect(await waitingCounts(tee)).toEqual([[undefined, 15]]);
    await reconcile();
    expect(backInStockMails()).toHaveLength(10);
    await saveProduct(tee, { stock: 3 });
    await deliverStockBack((await stockBackEvents(tee)).slice(-1));
    expect(new Set(backInStockMails().map(({ to }) => to)).size).toBe(25);
    expect(backInStockMails()).toHaveLength(25);
  });

  test("wait while SES is down and are then sent by the schedule, but not to an address that complained", async () => {
    const tee = await createSoldOutProduct();
    await recordUndeliverable("fan3@example.com", { reason: "complaint", since: "2026-11-01T00:00:00.000Z" });
    await saveProduct(tee, { stock: 9 });
    shop().faults.mail = true;
    await deliverStockBack(await stockBackEvents(tee));
    expect(backInStockMails()).toEqual([]);
    shop().faults.mail = false;
    await reconcile();
    advanceClock(16 * 60_000);
    await reconcile();
    expect(
      backInStockMails()
        .map(({ to }) => to)
        .sort(),
    ).toEqual(addresses.filter((email) => email !== "fan3@example.com").sort());
    expect([await storedEmails(tee), await waitingCounts(tee)]).toEqual([[], []]);
  });

  test("go to everybody once after a day in which SES refused all mails, because the account's daily quota was used up", async () => {
    const tee = await offerProduct();
    const waitingEmails = ["first@example.com", "second@example.com"];
    for (const email of waitingEmails) await requestAndConfirm(tee, email);
    await saveProduct(tee, { stock: 9 });
    const reconcileHourly = async (hours: number) => {
      for (let hour = 0; hour < hours; hour++) {
        advanceClock(3_600_000);
        await reconcile();
      }
    };
    shop().faults.overQuotaCount = Infinity;
    await reconcileHourly(24);
    shop().faults.overQuotaCount = 0;
    await reconcileHourly(24);
    expect(
      backInStockMails()
        .map(({ to }) => to)
        .sort(),
    ).toEqual(waitingEmails);
  });

  test("do not wait for other people's mails whose next try is not due", async () => {
    const products = [await offerProduct(), await offerProduct()].sort((a, b) => (a.id < b.id ? -1 : 1));
    const [failing, waiting] = products as [Product, Product];
    for (const name of ["one", "two", "three"]) await requestAndConfirm(failing, `${name}@example.com`);
    await requestAndConfirm(waiting, "waiting@example.com");
    await saveProduct(failing, { stock: 9 });
    shop().faults.mail = true;
    await reconcile();
    shop().faults.mail = false;
    await saveProduct(waiting, { stock: 9 });
    const deadline = +advanceClock(60_000) + 40_000;
    const sender = { address: "shop@example.com", configurationSet: "set" };
    const settings = { sender, teamEmail: "team@example.com", origin: "https://shop.example" };
    // If the run waited 20 s for each of the three mails that are not due, it would reach its deadline before the last mail.
    await reconcileWaitingLists({ ...settings, mailsPerSecond: 1 / 20 }, deadline);
    expect(backInStockMails().map(({ to }) => to)).toEqual(["waiting@example.com"]);
  });

  /** Stores requests that the functions cannot read. Their keys sort before the keys of all other requests. */
  const storeInvalidRequests = (tee: Product, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, i) =>
        shop().table.put({ pk: `WAITING#${tee.id}#-`, sk: `!${i}`, email: `invalid${i}@example.com` }),
      ),
    );

  test("reach everybody although a stored request is invalid", async () => {
    const tee = await offerProduct();
    const waitingEmails = Array.from({ length: 11 }, (_, i) => `other${i}@example.com`);
    for (const email of waitingEmails) await requestAndConfirm(tee, email);
    await storeInvalidRequests(tee, 1);
    await saveProduct(tee, { stock: 9 });
    await deliverStockBack(await stockBackEvents(tee));
    expect(new Set(backInStockMails().map(({ to }) => to))).toEqual(new Set(waitingEmails));
    expect(await waitingCounts(tee)).toEqual([]);
  });

  test("are not sent for an archived product, whose valid requests are deleted although many others are invalid", async () => {
    const tee = await offerProduct();
    await requestAndConfirm(tee, "valid@example.com");
    await storeInvalidRequests(tee, 25);
    await saveProduct(tee, { state: "archived" });
    await reconcile();
    expect(await storedEmails(tee)).not.toContain("valid@example.com");
    expect(await waitingCounts(tee)).toEqual([]);
  });

  test("wait while the stored product is invalid", async () => {
    const tee = await offerProduct({ variants: [SIZE_M, SIZE_L] });
    await requestAndConfirm(tee, "repaired@example.com", { variantId: "m" });
    const items = await shop().table.partition(`PRODUCT#${tee.id}`);
    const validItem = items.find(({ sk }) => sk === "PRODUCT") ?? {};
    await shop().table.put({ ...validItem, variants: "M, L" });
    await reconcile();
    expect(await storedEmails(tee, "m")).toEqual(["repaired@example.com"]);
    await shop().table.put(validItem);
    await saveProduct(tee, { variants: [{ ...SIZE_M, stock: 2 }, SIZE_L] });
    await shop().table.put({ ...validItem, name: 7 });
    await reconcile();
    expect(backInStockMails()).toEqual([]);
    await shop().table.put(validItem);
    await reconcile();
    expect(backInStockMails().map(({ to }) => to)).toEqual(["repaired@example.com"]);
  });

  test("reach people who wait for a product that came back while it was a draft", async () => {
    const tee = await offerProduct();
    await requestAndConfirm(tee, "draft@example.com");
    await saveProduct(tee, { state: "draft" });
    await saveProduct(tee, { stock: 2 });
    await reconcile();
    expect(backInStockMails()).toEqual([]);
    await saveProduct(tee, { state: "active" });
    await reconcile();
    expect(backInStockMails().map(({ to }) => to)).toEqual(["draft@example.com"]);
  });

  test("are not sent for an archived or deleted product or a removed size, and the requests are deleted", async () => {
    const [archived, deleted, dropped] = [
      await offerProduct(),
      await offerProduct(),
      await offerProduct({ variants: [SIZE_M, SIZE_L] }),
    ] as const;
    await requestAndConfirm(archived, "a@example.org");
    await requestAndConfirm(deleted, "a@example.org");
    await requestAndConfirm(dropped, "a@example.org", { variantId: "m" });
    await saveProduct(archived, { state: "archived" });
    await call(office().handler, adminApi.deleteProduct, { params: { id: deleted.id } });
    await saveProduct(dropped, { variants: [SIZE_L] });
    await reconcile();
    expect([
      await storedEmails(archived),
      await storedEmails(deleted),
      await storedEmails(dropped, "m"),
    ]).toEqual([[], [], []]);
    expect(await shop().table.partition("WAITING")).not.toContainEqual(
      expect.objectContaining({ sk: `${archived.id}#-` }),
    );
    expect(backInStockMails()).toEqual([]);
  });

  /** The stored counts of a product without pieces. */
  function soldOutItem({ id }: Product) {
    return {
      pk: `PRODUCT#${id}`,
      sk: "STOCK#-",
      productId: id,
      variantId: "-",
      available: 0,
      held: 0,
      sold: 9,
      revision: 9,
    };
  }
});
