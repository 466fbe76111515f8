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
import { orderData, shirt, stockUp } from "../support/fixtures.ts";
import { startShopProcess } from "../support/shop-process.ts";
import { compare, load } from "./load.ts";

const READS = 2000;
const CHECKOUTS = 1000;
const AT_ONCE = 8;

const dataDir = mkdtempSync(join(tmpdir(), "shop-bench-"));
const server = await startDynoxide(dataDir, (reason) => console.error(reason));
const shop = await startShopProcess({
  dataDir: join(dataDir, "shop"),
  env: { DYNAMODB_ENDPOINT: server.endpoint },
});
const credentials = { accessKeyId: "bench", secretAccessKey: "bench" };
const table = new DynamoDBClient({ endpoint: server.endpoint, region: "us-east-1", credentials });
const { TableNames } = await table.send(new ListTablesCommand({}));
const TableName = TableNames?.[0] ?? "";
const bare = spawn(
  process.execPath,
  [join(import.meta.dirname, "bare-server.ts"), server.endpoint, TableName],
  {
    stdio: ["ignore", "pipe", "inherit"],
  },
);

try {
  const [chunk] = (await once(bare.stdout, "data")) as [Buffer];
  const urls = { shop: shop.url, bare: chunk.toString().trim() };
  const response = await fetch(`${shop.url}/api/products`);
  const { products } = z.parse(z.object({ products: z.array(Product) }), await response.json());
  // A checkout of a sold-out product would do half the work, so there is enough stock.
  const product = shirt({ stock: 1_000_000 });
  const documents = DynamoDBDocumentClient.from(table);
  await stockUp(
    { put: async (Item) => void (await documents.send(new PutCommand({ TableName, Item }))) },
    product,
  );

  const expectOk = async (response: Response) => {
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${response.url} answered ${response.status}`);
  };
  const list = (url: string) => async () => expectOk(await fetch(`${url}/api/products`));
  const detail = (url: string) => async (n: number) =>
    expectOk(await fetch(`${url}/api/products/${products[n % products.length]?.id ?? ""}`));
  const buy = (address: string) => async () =>
    expectOk(
      await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ orderData: orderData([[product, 1]], { oId: randomUUID() }) }),
      }),
    );

  const compareReads = async (name: string, send: (url: string) => (n: number) => Promise<void>) => {
    const ofShop = await load(READS, AT_ONCE, send(urls.shop));
    const ofBare = await load(READS, AT_ONCE, send(urls.bare));
    console.log(compare(name, ofShop, { "a bare handler": ofBare }));
  };
  console.log(`${AT_ONCE} requests at a time\n`);
  await compareReads(`GET /api/products, ${products.length} products, through the edge`, list);
  await compareReads("GET /api/products/{id}, through the edge", detail);
  const bought = await load(CHECKOUTS, AT_ONCE, buy(`${urls.shop}/api/checkout/sessions`));
  const everyCall = await load(CHECKOUTS, AT_ONCE, buy(`${urls.bare}/every-call`));
  const oneWrite = await load(CHECKOUTS, AT_ONCE, buy(urls.bare));
  console.log(
    compare("POST /api/checkout/sessions", bought, {
      "a bare handler that makes the same calls": everyCall,
      "a bare handler with one transaction": oneWrite,
    }),
  );
} finally {
  bare.kill();
  await shop.end("SIGTERM");
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
