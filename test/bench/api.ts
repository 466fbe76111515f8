// `npm run bench:api`: the shop's API on the local stack beside a bare Node handler on the same table, as ratios.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import * as z from "zod/mini";
import { startDynoxide } from "../../infra/local/table/dynoxide.ts";
import { Product } from "../../shared/product.ts";
import { orderData } from "../support/fixtures.ts";
import { startShopProcess } from "../support/shop-process.ts";
import { compare, load } from "./load.ts";

const READS = 2000;
const CHECKOUTS = 300;
const AT_ONCE = 8;

const dataDir = mkdtempSync(join(tmpdir(), "shop-bench-"));
const server = await startDynoxide(dataDir, (reason) => console.error(reason));
const shop = await startShopProcess({
  dataDir: join(dataDir, "shop"),
  env: { DYNAMODB_ENDPOINT: server.endpoint },
});
const credentials = { accessKeyId: "bench", secretAccessKey: "bench" };
const { TableNames } = await new DynamoDBClient({
  endpoint: server.endpoint,
  region: "us-east-1",
  credentials,
}).send(new ListTablesCommand({}));
const bare = spawn(
  process.execPath,
  [join(import.meta.dirname, "bare-server.ts"), server.endpoint, TableNames?.[0] ?? ""],
  {
    stdio: ["ignore", "pipe", "inherit"],
  },
);

try {
  const [chunk] = (await once(bare.stdout, "data")) as [Buffer];
  const urls = { shop: shop.url, bare: chunk.toString().trim() };
  const answer = await fetch(`${shop.url}/api/products`);
  const { products } = z.parse(z.object({ products: z.array(Product) }), await answer.json());
  const stocked = products.filter(
    (product) => !product.variants?.length && product.stock > 0 && product.price > 1,
  );
  const plenty = [...stocked].sort((a, b) => b.stock - a.stock)[0];
  if (!plenty) throw new Error("The seed has nothing to buy");

  const expect = async (response: Response, ...statuses: number[]) => {
    await response.arrayBuffer();
    if (!statuses.includes(response.status)) throw new Error(`${response.url} answered ${response.status}`);
  };
  const list = (url: string) => async () => expect(await fetch(`${url}/api/products`), 200);
  const detail = (url: string) => async (n: number) =>
    expect(await fetch(`${url}/api/products/${products[n % products.length]?.id ?? ""}`), 200);
  const buy = (url: string) => async () =>
    expect(
      await fetch(`${url}/api/checkout/sessions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ orderData: orderData([[plenty, 1]], { oId: randomUUID() }) }),
      }),
      // What is there runs out in the end: saying so cleanly is part of the work.
      200,
      409,
    );

  const both = async (name: string, count: number, send: (url: string) => (n: number) => Promise<void>) => {
    const ofShop = await load(count, AT_ONCE, send(urls.shop));
    console.log(compare(name, ofShop, await load(count, AT_ONCE, send(urls.bare))));
  };
  console.log(`${AT_ONCE} requests at a time\n`);
  await both(`GET /api/products, ${products.length} products`, READS, list);
  await both("GET /api/products/{id}", READS, detail);
  await both(
    "POST /api/checkout/sessions (the bare handler: one transaction, no payment page)",
    CHECKOUTS,
    buy,
  );
} finally {
  bare.kill();
  await shop.end("SIGTERM");
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
