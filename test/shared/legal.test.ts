import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { KEEP_UNPAID_SECONDS } from "../../lambdas/orders/order-table.ts";
import { calculationParams } from "../../lambdas/tax/tax-parts.ts";
import { stages, stageSettings } from "../../infra/stages.ts";
import { adminStorage } from "../../shared/admin-storage.ts";
import { CONFIRM_HOURS } from "../../shared/back-in-stock.ts";
import { browserStorage } from "../../shared/browser-storage.ts";
import { privacy, storedInBrowser } from "../../shared/site/legal.ts";

const root = join(import.meta.dirname, "../..");
const filesOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(root, folder, file));
const sources = [...filesOf("web/src"), ...filesOf("shared")].map((file) => ({
  file,
  text: readFileSync(file, "utf8"),
}));
const privacyText = JSON.stringify(privacy);

describe("the privacy page", () => {
  test("describes everything that the site stores in a browser", () => {
    expect(Object.keys(storedInBrowser).sort()).toEqual(
      Object.keys({ ...browserStorage, ...adminStorage }).sort(),
    );
    const { points } = privacy.sections.find(({ heading }) => heading === "In your browser") ?? {};
    expect(points).toEqual(Object.values(storedInBrowser));
  });

  test("leaves out no key, because the site's code takes every storage key from the list, and sets no cookie", () => {
    const storageCall = /\b(?:storedValue|getItem|setItem|removeItem)\(\s*([^\s,)]+)/g;
    const calls = sources.flatMap(({ file, text: code }) =>
      [...code.matchAll(storageCall)].map(([call, key = ""]) => ({ file, call, key })),
    );
    expect(calls.map(({ key }) => key)).toContain("browserStorage.tickets");
    const isKeyOfList = /^(?:(?:browser|admin)Storage\.|CART_KEY$|key$)/;
    expect(calls.filter(({ key }) => !isKeyOfList.test(key))).toEqual([]);
    const cookies = sources.filter(({ text: code }) =>
      /document\s*\.cookie|cookieStore|indexedDB(?!\.open\(adminStorage\.)/.test(code),
    );
    expect(cookies).toEqual([]);
  });

  // The server sets the visitor's cookie, so the code of the site does not name it.
  test.each(Object.keys(browserStorage).filter((name) => name !== "visitor"))(
    "describes %s, and the code uses it",
    (name) => {
      expect(sources.some(({ text: code }) => code.includes(`browserStorage.${name}`))).toBe(true);
    },
  );

  // DynamoDB deletes expired items on a best-effort basis, typically within two days.
  test.each([
    ["an unpaid checkout", "never paid is deleted within 30 days", KEEP_UNPAID_SECONDS / 86_400, 30],
    ["an unconfirmed request", "without that we delete it within a week", CONFIRM_HOURS / 24, 7],
  ])(
    "promises the deletion of %s at least three days after its TTL, because DynamoDB deletes later",
    (_, promise, ttlDays, promisedDays) => {
      expect(privacyText).toContain(promise);
      expect(ttlDays + 3).toBeLessThanOrEqual(promisedDays);
    },
  );

  test.each(Object.keys(stages))("states the retention of logs in stage %s", (stage) => {
    expect(privacyText).toContain("deleted after 90 days at most");
    expect(stageSettings(stage).logRetentionDays).toBeLessThanOrEqual(90);
  });

  test.each(Object.keys(stages))("states the longest window of request counts in stage %s", (stage) => {
    expect(privacyText).toContain("count for an hour at most");
    const windowSeconds = Object.values(stageSettings(stage).limits).flatMap((limit) =>
      typeof limit === "object" && "seconds" in limit ? [limit.seconds] : [],
    );
    expect(Math.max(...windowSeconds)).toBeLessThanOrEqual(3600);
  });

  test("names the copies that consumers of events keep of an order with its address", () => {
    const { table } = privacy.sections.find(({ heading }) => heading.startsWith("What we keep,")) ?? {};
    expect(table?.rows.filter(([, where]) => where === "Their records")).toHaveLength(1);
  });

  test("says what Stripe gets to calculate the sales tax", () => {
    const address = { line1: "1 St", city: "Louisville", state: "KY", postal_code: "40202", country: "US" };
    const lines = [{ category: "shirts", quantity: 1, cents: 100 }];
    const sent = calculationParams({ address, lines: [0], shippingCents: 100 }, lines);
    expect(sent.customer_details).toEqual({ address, address_source: "shipping" });
    expect(Object.keys(sent).sort()).toEqual([
      ...["currency", "customer_details", "expand", "line_items", "ship_from_details", "shipping_cost"],
    ]);
    const section = privacy.sections.find(({ heading }) => heading === "Sales tax");
    expect(section?.onlyWithTax).toBe(true);
    expect(section?.paragraphs.join(" ")).toMatch(/address that we ship to.*price and kind of each item/);
  });
});
