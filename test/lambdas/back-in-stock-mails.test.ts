import { describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import type { Product } from "../../shared/product.ts";
import { recordUndeliverable } from "../../lambdas/mail/undeliverable-table.ts";
import { openBackInStock } from "../support/back-in-stock.ts";
import { call } from "../support/invoke.ts";
import { advanceClock } from "../support/shop.ts";

const { shop, office, offer, join, people, stored, save, returnsOf, backMails, mailWaiting, reconcile } =
  openBackInStock();
const M = { id: "m", size: "M", stock: 0 };
const L = { id: "l", size: "L", stock: 4 };

describe("the mails that a product is back", () => {
  const addresses = Array.from({ length: 25 }, (_, i) => `fan${i}@example.com`);
  /** A sold-out product for which all these addresses wait. */
  async function createWithRequests(): Promise<Product> {
    const tee = await offer();
    for (const email of addresses) await join(tee, email);
    shop().mails.length = 0;
    return tee;
  }

  test("go to everybody once, also when the event comes many times at once", async () => {
    const tee = await createWithRequests();
    await save(tee, { stock: 9 });
    const [event] = await returnsOf(tee);
    if (!event) throw new Error("No StockBack event");
    await Promise.all([mailWaiting([event, event]), mailWaiting([event]), reconcile()]);
    advanceClock(60_000);
    await reconcile();
    expect(
      backMails()
        .map(({ to }) => to)
        .sort(),
    ).toEqual([...addresses].sort());
    expect([await stored(tee), await people(tee)]).toEqual([[], []]);
  });

  test("stop when the stock is gone again, and the rest is mailed at the next return", async () => {
    const tee = await createWithRequests();
    await save(tee, { stock: 9 });
    const [event] = await returnsOf(tee);
    if (!event) throw new Error("No StockBack event");
    // The stock is gone as soon as the first mail of a batch is sent.
    let sent = 0;
    shop().faults.mail = () => {
      if ((sent += 1) === 1) void shop().table.put(soldOut(tee));
      return false;
    };
    await mailWaiting([event]);
    expect(backMails()).toHaveLength(10);
    expect(await people(tee)).toEqual([[undefined, 15]]);
    await reconcile();
    expect(backMails()).toHaveLength(10);
    await save(tee, { stock: 3 });
    await mailWaiting((await returnsOf(tee)).slice(-1));
    expect(new Set(backMails().map(({ to }) => to)).size).toBe(25);
    expect(backMails()).toHaveLength(25);
  });

  test("wait while SES is down, skip an address that takes no mail, and are sent by the schedule", async () => {
    const tee = await createWithRequests();
    await recordUndeliverable("fan3@example.com", { reason: "complaint", since: "2026-11-01T00:00:00.000Z" });
    await save(tee, { stock: 9 });
    shop().faults.mail = true;
    await mailWaiting(await returnsOf(tee));
    expect(backMails()).toEqual([]);
    shop().faults.mail = false;
    await reconcile();
    advanceClock(16 * 60_000);
    await reconcile();
    expect(
      backMails()
        .map(({ to }) => to)
        .sort(),
    ).toEqual(addresses.filter((email) => email !== "fan3@example.com").sort());
    expect([await stored(tee), await people(tee)]).toEqual([[], []]);
  });

  /** Stores requests that the functions cannot read, before all other requests. */
  const storeInvalid = (tee: Product, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, i) =>
        shop().table.put({ pk: `WAITING#${tee.id}#-`, sk: `!${i}`, email: `invalid${i}@example.com` }),
      ),
    );

  test("reach everybody although a stored request is invalid", async () => {
    const tee = await offer();
    const waiting = Array.from({ length: 11 }, (_, i) => `other${i}@example.com`);
    for (const email of waiting) await join(tee, email);
    await storeInvalid(tee, 1);
    await save(tee, { stock: 9 });
    await mailWaiting(await returnsOf(tee));
    expect(new Set(backMails().map(({ to }) => to))).toEqual(new Set(waiting));
    expect(await people(tee)).toEqual([]);
  });

  test("are not sent for an archived product, whose valid requests are deleted although many others are invalid", async () => {
    const tee = await offer();
    await join(tee, "valid@example.com");
    await storeInvalid(tee, 25);
    await save(tee, { state: "archived" });
    await reconcile();
    expect(await stored(tee)).not.toContain("valid@example.com");
    expect(await people(tee)).toEqual([]);
  });

  test("reach people who wait for a product that came back while it was a draft", async () => {
    const tee = await offer();
    await join(tee, "draft@example.com");
    await save(tee, { state: "draft" });
    await save(tee, { stock: 2 });
    await reconcile();
    expect(backMails()).toEqual([]);
    await save(tee, { state: "active" });
    await reconcile();
    expect(backMails().map(({ to }) => to)).toEqual(["draft@example.com"]);
  });

  test("are not sent for an archived product, a deleted product or a size that is no longer offered, and the requests are deleted", async () => {
    const [archived, deleted, dropped] = [
      await offer(),
      await offer(),
      await offer({ variants: [M, L] }),
    ] as const;
    await join(archived, "a@example.org");
    await join(deleted, "a@example.org");
    await join(dropped, "a@example.org", { variantId: "m" });
    await save(archived, { state: "archived" });
    await call(office().handler, adminApi.deleteProduct, { params: { id: deleted.id } });
    await save(dropped, { variants: [L] });
    await reconcile();
    expect([await stored(archived), await stored(deleted), await stored(dropped, "m")]).toEqual([[], [], []]);
    expect(await shop().table.partition("WAITING")).not.toContainEqual(
      expect.objectContaining({ sk: `${archived.id}#-` }),
    );
    expect(backMails()).toEqual([]);
  });

  function soldOut({ id }: Product) {
    return {
      ...{ pk: `PRODUCT#${id}`, sk: "STOCK#-", productId: id, variantId: "-" },
      ...{ available: 0, held: 0, sold: 9, revision: 9 },
    };
  }
});
