import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { seedProducts } from "../../../infra/local/seed/products.ts";
import { seed } from "../../../infra/local/seed/seed.ts";
import { snapshotFor, type Snapshot } from "../../../infra/local/seed/snapshot.ts";
import { temporaryFolder } from "./serve.ts";
import { stackOf } from "./stack-support.ts";

/**
 * Seeds a table that contains the products `names`. `marker`: the text that an earlier, interrupted seed left: the name of
 * the snapshot that it was restoring, or 'posting'. The posts with the numbers in `lostResponses` are stored, but answered with
 * 503. If `lostResponses` is not empty, the first request for the list of products is answered with 503 too.
 */
async function seedWith(
  names: string[],
  { hasSnapshot = false, marker = "", lostResponses = [] as readonly number[] } = {},
) {
  const dataDir = temporaryFolder();
  if (marker !== "") writeFileSync(join(dataDir, "seeding"), marker);
  const posted: { name: string }[] = [];
  const calls: string[] = [];
  let listCalls = 0;
  const snapshot: Snapshot = {
    name: "v1.json",
    exists: () => hasSnapshot,
    save: (items) => void calls.push(`save ${items.length}`),
    restore: () => Promise.resolve(void calls.push("restore")),
  };
  const added = await seed({
    dataDir,
    store: { read: () => Promise.resolve(undefined), write: () => Promise.resolve() },
    mediaBucket: "media",
    snapshot,
    table: {
      putItems: () => Promise.resolve(),
      isEmpty: () => Promise.resolve(names.length === 0),
      items: () => Promise.resolve({ items: posted.map(() => ({})), truncated: false }),
    },
    callAsAdmin(method, _, body) {
      if (method === "POST") {
        posted.push(body as { name: string });
        return Promise.resolve({ status: lostResponses.includes(posted.length) ? 503 : 201, text: "{}" });
      }
      if (++listCalls === 1 && lostResponses.length > 0) return Promise.resolve({ status: 503, text: "{}" });
      const products = [...names.map((name) => ({ name })), ...posted];
      return Promise.resolve({ status: 200, text: JSON.stringify({ products }) });
    },
  });
  expect(new Set(posted.map(({ name }) => name)).size).toBe(posted.length);
  return { added, posted: posted.length, calls, files: readdirSync(dataDir) };
}

const productCount = seedProducts.length;
const [firstName = ""] = seedProducts.map(({ name }) => name);

test("the first products remain if the settings have other categories", async () => {
  vi.resetModules();
  vi.doMock("../../../shared/site/categories.ts", () => ({ categories: [{ id: "hats", label: "Hats" }] }));
  onTestFinished(() => void vi.doUnmock("../../../shared/site/categories.ts"));
  const module = await import("../../../infra/local/seed/products.ts");
  expect(module.seedProducts).toEqual(seedProducts);
});

test("the seed posts every product to an empty table and saves a snapshot", async () => {
  const result = await seedWith([]);
  expect(result).toEqual({
    added: productCount,
    posted: productCount,
    calls: [`save ${productCount}`],
    files: [],
  });
});

test("the seed posts each product once although the list and a post were answered with 503", async () => {
  expect(await seedWith([], { lostResponses: [3] })).toMatchObject({
    posted: productCount,
    files: [],
  });
});

test("the seed gives up when the list and two posts were answered with 503", async () => {
  await expect(seedWith([], { lostResponses: [3, 7] })).rejects.toThrow("The shop refused the product");
});

test("the seed restores the snapshot into an empty table without posting products", async () => {
  const result = await seedWith([], { hasSnapshot: true });
  expect(result).toEqual({ added: productCount, posted: 0, calls: ["restore"], files: [] });
});

test("the seed does not change a table that has products", async () => {
  const result = await seedWith([firstName], { hasSnapshot: true });
  expect(result).toEqual({ added: 0, posted: 0, calls: [], files: [] });
});

test("the seed posts the missing products after an interruption, and saves no snapshot", async () => {
  const result = await seedWith([firstName], { hasSnapshot: true, marker: "posting" });
  expect(result).toEqual({ added: productCount - 1, posted: productCount - 1, calls: [], files: [] });
});

test("the seed restores the same snapshot again after an interrupted restore", async () => {
  const result = await seedWith([firstName], { hasSnapshot: true, marker: "v1.json" });
  expect(result).toEqual({ added: productCount, posted: 0, calls: ["restore"], files: [] });
});

test("other code or other keys of the table have another snapshot, and saving it deletes the old one", () => {
  const folder = temporaryFolder();
  const snapshotOf = (S3Key: string, KeySchema: string) =>
    snapshotFor(
      stackOf({
        api: ["AWS::Lambda::Function", { Code: { S3Key } }],
        table: ["AWS::DynamoDB::GlobalTable", { KeySchema }],
      }),
      folder,
    );
  const oldSnapshot = snapshotOf("a", "pk");
  oldSnapshot.save([]);
  expect([oldSnapshot.exists(), snapshotOf("a", "pk").exists()]).toEqual([true, true]);
  expect([snapshotOf("b", "pk").exists(), snapshotOf("a", "sk").exists()]).toEqual([false, false]);
  snapshotOf("b", "pk").save([]);
  expect([snapshotOf("b", "pk").exists(), oldSnapshot.exists()]).toEqual([true, false]);
});
