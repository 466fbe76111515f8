// `npm run bench:api`: compares the API of the local stack with a bare Node server on the same table.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { startDynoxide } from "../../infra/local/table/dynoxide.ts";
import { Product } from "../../shared/product.ts";
import { orderData, testProduct, stockUp } from "../support/fixtures.ts";
import { startShopProcess } from "../support/shop-process.ts";
import { formatComparison, measureLoad } from "./load.ts";

const READS = 2000;
const CHECKOUTS = 1000;
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
const TableName = TableNames?.[0] ?? "";
const bareServer = spawn(
  process.execPath,
  [join(import.meta.dirname, "bare-server.ts"), tableServer.endpoint, TableName],
  {
    stdio: ["ignore", "pipe", "inherit"],
  },
);

try {
  const [chunk] = (await once(bareServer.stdout, "data")) as [Buffer];
  const urls = { shop: shop.url, bare: chunk.toString().trim() };
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
  const requestCheckout = (address: string) => async () =>
    expectOk(
      await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ orderData: orderData([[product, 1]], { oId: randomUUID() }) }),
      }),
    );

  const compareReads = async (name: string, send: (url: string) => (n: number) => Promise<void>) => {
    const shopResult = await measureLoad(READS, CONCURRENCY, send(urls.shop));
    const bareResult = await measureLoad(READS, CONCURRENCY, send(urls.bare));
    console.log(formatComparison(name, shopResult, { "a bare handler": bareResult }));
  };
  console.log(`${CONCURRENCY} requests at a time\n`);
  await compareReads(`GET /api/products, ${products.length} products, through the edge`, requestList);
  await compareReads("GET /api/products/{id}, through the edge", requestProduct);
  const shopCheckouts = await measureLoad(
    CHECKOUTS,
    CONCURRENCY,
    requestCheckout(`${urls.shop}/api/checkout/sessions`),
  );
  const sameCalls = await measureLoad(CHECKOUTS, CONCURRENCY, requestCheckout(`${urls.bare}/same-calls`));
  const oneTransaction = await measureLoad(CHECKOUTS, CONCURRENCY, requestCheckout(urls.bare));
  console.log(
    formatComparison("POST /api/checkout/sessions", shopCheckouts, {
      "a bare handler that makes the same calls": sameCalls,
      "a bare handler with one transaction": oneTransaction,
    }),
  );
} finally {
  bareServer.kill();
  await shop.end("SIGTERM");
  await tableServer.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
