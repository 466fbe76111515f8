// `npm run bench:api`: compares the API of the local stack with a bare Node server on the same table.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient, DescribeTableCommand, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { startDynoxide } from "../../infra/local/table/dynoxide.ts";
import { totalItem } from "../../lambdas/products/listed-table.ts";
import { FIRST_STORE_PAGE_SIZE } from "../../shared/api-catalog.ts";
import { Product } from "../../shared/product.ts";
import { orderData, testProduct, stockUp } from "../support/fixtures.ts";
import { startShopProcess } from "../support/shop-process.ts";
import { formatComparison, formatResult, measureLoad } from "./load.ts";

const READ_COUNT = 2000;
/** The number of products while cache misses are measured. */
const CATALOG_SIZE = 1000;
/** The number of reads of the whole catalog. */
const CATALOG_READ_COUNT = 60;
/** A page that starts after any of the first `LAST_START` products is full. */
const LAST_START = CATALOG_SIZE - FIRST_STORE_PAGE_SIZE;
const CHECKOUT_COUNT = 1000;
const CONCURRENCY = 8;

const dataDir = mkdtempSync(join(tmpdir(), "shop-bench-"));
const tableServer = await startDynoxide(dataDir, (reason) => console.error(reason));
const shop = await startShopProcess({
  dataDir: join(dataDir, "shop"),
  env: { DYNAMODB_ENDPOINT: tableServer.endpoint },
});
const credentials = { accessKeyId: "bench", secretAccessKey: "bench" };
const dynamoDb = new DynamoDBClient({ endpoint: tableServer.endpoint, region: "us-east-1", credentials });
const { TableNames } = await dynamoDb.send(new ListTablesCommand({}));
const descriptions = await Promise.all(
  (TableNames ?? []).map((name) => dynamoDb.send(new DescribeTableCommand({ TableName: name }))),
);
// Consumers' tables have no index, so the table with an index is the shop's.
const TableName = descriptions.find(({ Table }) => Table?.GlobalSecondaryIndexes)?.Table?.TableName ?? "";
const bareServer = spawn(
  process.execPath,
  [join(import.meta.dirname, "bare-server.ts"), tableServer.endpoint, TableName],
  {
    stdio: ["ignore", "pipe", "inherit"],
  },
);

try {
  // The bare server prints its URL.
  const [firstOutput] = (await once(bareServer.stdout, "data")) as [Buffer];
  const urls = { shop: shop.url, bare: firstOutput.toString().trim() };
  const response = await fetch(`${shop.url}/api/products`);
  const { products } = z.parse(z.object({ products: z.array(Product) }), await response.json());
  // The stock must not run out, because a checkout of a sold-out product does only half of the work.
  const product = testProduct({ stock: 1_000_000 });
  const documents = DynamoDBDocumentClient.from(dynamoDb);
  await stockUp(
    { put: async (Item) => void (await documents.send(new PutCommand({ TableName, Item }))) },
    product,
  );

  const expectOk = async (response: Response) => {
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${response.url} answered ${response.status}`);
  };
  const requestList = (url: string) => async () => expectOk(await fetch(`${url}/api/products`));
  const requestProduct = (url: string) => async (n: number) =>
    expectOk(await fetch(`${url}/api/products/${products[n % products.length]?.id ?? ""}`));
  const requestCheckout = (url: string) => async () =>
    expectOk(
      await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ orderData: orderData([[product, 1]], { oId: randomUUID() }) }),
      }),
    );

  const compareReads = async (name: string, send: (url: string) => (n: number) => Promise<void>) => {
    const shopResult = await measureLoad(READ_COUNT, CONCURRENCY, send(urls.shop));
    const bareResult = await measureLoad(READ_COUNT, CONCURRENCY, send(urls.bare));
    console.log(formatComparison(name, shopResult, { "a bare handler": bareResult }));
  };
  /** Adds copies of the first products, also to the partition LISTED (see listed-table.ts). */
  const fillCatalog = async () => {
    const copies: Product[] = [];
    for (let n = products.length; n < CATALOG_SIZE; n++) {
      const source = products[n % products.length] ?? product;
      const variants = source.variants?.map((variant, i) => ({ ...variant, id: `var_${n}_${i}` }));
      const copy: Product = {
        ...source,
        id: testProduct().id,
        featured: false,
        ...(variants ? { variants } : {}),
      };
      copies.push(copy);
      productIds.push(copy.id);
    }
    const items: Record<string, unknown>[] = [];
    await stockUp({ put: (item) => Promise.resolve(void items.push(item)) }, ...copies);
    while (items.length > 0) {
      const puts = items.splice(0, 25).map((Item) => ({ PutRequest: { Item } }));
      await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: puts } }));
    }
    await documents.send(new PutCommand({ TableName, Item: totalItem(productIds.length) }));
  };
  /**
   * Measures requests that the edge does not answer from its cache: a URL comes again only after many others, when its copy is
   * too old. Then measures a cached page.
   */
  const measureMissesAndHit = async () => {
    const measure = async (name: string, count: number, path: (n: number) => string) => {
      let requestCount = 0;
      const send = async () => {
        const response = await fetch(urls.shop + path(requestCount++));
        if (response.headers.get("x-cache")?.startsWith("Hit")) throw new Error(`${name} was in the cache`);
        await expectOk(response);
      };
      console.log(formatResult(name, await measureLoad(count, CONCURRENCY, send)));
    };
    const pagePath = (n: number) =>
      `/api/products?limit=${FIRST_STORE_PAGE_SIZE}&after=${productIds[n % LAST_START] ?? ""}`;
    console.log(`\n${productIds.length} products, each request a miss at the edge`);
    await measure(`a page of ${FIRST_STORE_PAGE_SIZE} products`, READ_COUNT, pagePath);
    await measure(
      "the featured products",
      READ_COUNT,
      (n) => `/api/products?featured=true&limit=${(n % 1000) + 1}`,
    );
    await measure(
      "one product",
      READ_COUNT,
      (n) => `/api/products/${productIds[n % productIds.length] ?? ""}`,
    );
    await measure("the whole catalog", CATALOG_READ_COUNT, (n) => `/api/products?limit=${1000 - (n % 100)}`);
    const requestPage = async () => expectOk(await fetch(urls.shop + pagePath(0)));
    const hitResult = await measureLoad(READ_COUNT, CONCURRENCY, requestPage);
    console.log(`${formatResult(`a page of ${FIRST_STORE_PAGE_SIZE} products, a hit`, hitResult)}\n`);
  };
  const productIds = products.map(({ id }) => id);
  console.log(`${CONCURRENCY} requests at a time\n`);
  await compareReads(`GET /api/products, ${products.length} products, through the edge`, requestList);
  await compareReads("GET /api/products/{id}, through the edge", requestProduct);
  await fillCatalog();
  await measureMissesAndHit();
  const shopResult = await measureLoad(
    CHECKOUT_COUNT,
    CONCURRENCY,
    requestCheckout(`${urls.shop}/api/checkout/sessions`),
  );
  const sameCallsResult = await measureLoad(
    CHECKOUT_COUNT,
    CONCURRENCY,
    requestCheckout(`${urls.bare}/same-calls`),
  );
  const oneTransactionResult = await measureLoad(CHECKOUT_COUNT, CONCURRENCY, requestCheckout(urls.bare));
  console.log(
    formatComparison("POST /api/checkout/sessions", shopResult, {
      "a bare handler that makes the same calls": sameCallsResult,
      "a bare handler with one transaction": oneTransactionResult,
    }),
  );
} finally {
  bareServer.kill();
  await shop.end("SIGTERM");
  await tableServer.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
