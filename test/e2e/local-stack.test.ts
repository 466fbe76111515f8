import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod/mini";
import { runSmokeTest } from "../../infra/commands/smoke.ts";
import { Product } from "../../shared/product.ts";
import { ADMIN_ACCOUNT } from "../support/admin-session.ts";
import { createClient } from "../support/client.ts";
import { lineOf } from "../support/buyer.ts";
import { processesWith, startShopProcess, type ShopProcess } from "../support/shop-process.ts";

const Catalog = z.object({ products: z.array(Product) });
/** How long and how often a condition is checked, in ms. */
const RETRY_OPTIONS = { timeout: 20_000, interval: 50 };

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "shop-stack-"));
  return () => rmSync(dataDir, { recursive: true, force: true });
});

async function startShop(
  settings: Partial<Parameters<typeof startShopProcess>[0]> = {},
): Promise<ShopProcess> {
  const shop = await startShopProcess({ dataDir, ...settings });
  onTestFinished(() => void shop.end("SIGKILL"));
  return shop;
}
const productsOf = async ({ url }: ShopProcess) =>
  Catalog.parse(await (await fetch(`${url}/api/products`)).json()).products;
const setFaults = async ({ url }: ShopProcess, faults: object) => {
  const response = await fetch(`${url}/_local/faults`, { method: "POST", body: JSON.stringify(faults) });
  expect(response.status).toBe(200);
};

test("asyncapi.json has the time of the build's start, so npm start notices a source that was changed during the build", () => {
  const mtimeMs = (file: string) => statSync(join(import.meta.dirname, "../../.build/web", file)).mtimeMs;
  expect(mtimeMs("asyncapi.json")).toBeLessThan(mtimeMs("index.html"));
});

test("npm start prints that the shop is ready, serves a catalog, and leaves no process running when it ends", async () => {
  const shop = await startShop();
  expect(shop.output()).toMatch(/^ {2}the CDK stack, stage local +\d+\.\d s$/m);
  expect(shop.output()).toContain(ADMIN_ACCOUNT.email);
  expect(shop.output()).toContain(ADMIN_ACCOUNT.password);

  const products = await productsOf(shop);
  expect(products.length).toBeGreaterThanOrEqual(24);
  expect(new Set(products.map(({ category }) => category)).size).toBeGreaterThanOrEqual(5);
  expect(products.some(({ stock }) => stock === 0)).toBe(true);
  expect(products.some(({ variants, stock }) => !variants?.length && stock >= 2 && stock <= 4)).toBe(true);
  const picture = await fetch(`${shop.url}${products[0]?.imageUrl ?? ""}`);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);

  // `npm run smoke` can test any shop, also this one.
  const lines: string[] = [];
  await runSmokeTest(shop.url, (line) => lines.push(line));
  expect(lines.at(-1)).toMatch(/^The piece is for sale again\./);
  await setFaults(shop, { stripe: "down" });
  await expect(runSmokeTest(shop.url, () => undefined)).rejects.toThrow(
    /^The checkout: status 503 instead of 200/,
  );

  expect(await shop.end("SIGTERM")).toBe(0);
  expect(processesWith(dataDir)).toEqual([]);
});

test("kill -9 leaves no process running, the next start keeps the data, and a start with --reset deletes the data", async () => {
  const firstRun = await startShop();
  const seededProducts = await productsOf(firstRun);
  const product = seededProducts.find(({ stock }) => stock > 0);
  if (!product) throw new Error("The shop has no products");
  const { variantId } = lineOf(product);
  const { orderId } = await createClient(firstRun).openCheckout(
    variantId ? [product, 1, variantId] : [product, 1],
  );
  const orderItemCount = async (shop: ShopProcess) =>
    (await createClient(shop).table.partition(`ORDER#${orderId}`)).length;
  expect(await orderItemCount(firstRun)).toBeGreaterThan(0);
  await firstRun.end("SIGKILL");
  await vi.waitFor(() => expect(processesWith(dataDir)).toEqual([]), RETRY_OPTIONS);
  const secondRun = await startShop();
  expect(await orderItemCount(secondRun)).toBeGreaterThan(0);
  expect(await secondRun.end("SIGINT")).toBe(0);

  const thirdRun = await startShop({ args: ["--reset"] });
  expect(await orderItemCount(thirdRun)).toBe(0);
  const names = (products: Product[]) => products.map(({ name }) => name).sort();
  expect(names(await productsOf(thirdRun))).toEqual(names(seededProducts));
});

describe("npm start exits with status 1 and a message for", () => {
  const startError = async (settings: Partial<Parameters<typeof startShopProcess>[0]>) =>
    startShopProcess({ dataDir, ...settings }).then(
      async (shop) => {
        await shop.end("SIGKILL");
        return "it started";
      },
      (error: unknown) => String(error),
    );

  test("a taken port", async () => {
    const otherServer = createServer();
    await new Promise<void>((resolve) => otherServer.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void otherServer.close());
    const { port } = otherServer.address() as AddressInfo;
    const message = await startError({ port });
    expect(message).toMatch(new RegExp(`status 1[^]*Port ${port} is taken.*PORT=`));
    expect(message).not.toMatch(/^ +at /m);
    expect(processesWith(dataDir)).toEqual([]);
  });

  test("a data folder that is a file", async () => {
    const file = join(dataDir, "file");
    writeFileSync(file, "");
    expect(await startError({ dataDir: file })).toMatch(/status 1[^]*cannot be written to.*SHOP_DATA=/);
  });

  test("a DynamoDB that does not answer", async () => {
    const message = await startError({ env: { DYNAMODB_ENDPOINT: "http://127.0.0.1:9" } });
    expect(message).toMatch(/status 1[^]*127\.0\.0\.1:9 does not answer/);
  });
});

test("while the table is down, the edge serves an old catalog and the API returns 503; then the API recovers", async () => {
  const shop = await startShop();
  const catalog = await productsOf(shop);
  await setFaults(shop, { table: "down" });
  const verifyPayment = () =>
    fetch(`${shop.url}/api/payments/verify`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ sessionId: "cs_test_none" }),
    });
  const refusedResponse = await verifyPayment();
  expect(refusedResponse.status).toBe(503);
  expect(await refusedResponse.json()).toMatchObject({ error: { code: "unavailable" } });
  await vi.waitFor(async () => {
    const staleResponse = await fetch(`${shop.url}/api/products`);
    // The edge serves the catalog from its cache for two seconds before it asks the origin again.
    expect(Number(staleResponse.headers.get("age"))).toBeGreaterThan(2);
    expect(Catalog.parse(await staleResponse.json()).products).toEqual(catalog);
  }, RETRY_OPTIONS);

  await setFaults(shop, { table: "normal" });
  await vi.waitFor(async () => expect((await verifyPayment()).status).toBe(404), RETRY_OPTIONS);
});

test("a function that is called writes a log of its own", async () => {
  const shop = await startShop();
  await productsOf(shop);
  const logs = readdirSync(join(dataDir, "logs"));
  expect(logs.some((name) => name.includes("catalog-api"))).toBe(true);
  await shop.end("SIGTERM");
});
