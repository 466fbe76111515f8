import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  BatchWriteItemCommand,
  DynamoDBClient,
  type AttributeValue,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod/mini";
import type { Table } from "../table/table.ts";
import { REGION } from "../template/resource-types.ts";
import type { Stack } from "../template/stack.ts";
import { seedProducts } from "./products.ts";

const FOLDER = join(import.meta.dirname, "../../../.build/seed");
/** Most items of one BatchWriteItem. */
const MAX_BATCH = 25;

const Items = z.array(z.record(z.string(), z.unknown()));
type Items = z.infer<typeof Items>;
const FunctionProperties = z.object({ Code: z.object({ S3Key: z.string() }) });
const TableProperties = z.record(z.string(), z.unknown());

/** The table's items after seeding, kept on disk so that later shops need not post every product. */
export type Snapshot = {
  name: string;
  exists(): boolean;
  save(items: Items): void;
  /** Put every item; repeating it changes nothing. */
  restore(table: Pick<Table, "name" | "endpoint">): Promise<void>;
};

/**
 * The snapshot for this version of the products, of the functions' code (which decides how items look) and of the
 * table's keys and indexes. Another version has a snapshot of its own.
 */
export function snapshotFor(stack: Stack, folder = FOLDER): Snapshot {
  const version = [
    seedProducts,
    stack
      .resources("AWS::Lambda::Function", FunctionProperties)
      .map(({ properties }) => properties.Code.S3Key),
    stack.resources("AWS::DynamoDB::GlobalTable", TableProperties).map(({ properties }) => properties),
  ];
  const name = `${createHash("sha256").update(JSON.stringify(version)).digest("hex").slice(0, 16)}.json`;
  const file = join(folder, name);
  return {
    name,
    exists: () => existsSync(file),
    save(items) {
      mkdirSync(folder, { recursive: true });
      // Several shops may start at once: each writes a file of its own, and the rename is atomic.
      const temporary = join(folder, `${randomUUID()}.new`);
      writeFileSync(temporary, JSON.stringify(items));
      renameSync(temporary, file);
      for (const old of readdirSync(folder))
        if (old.endsWith(".json") && old !== name) rmSync(join(folder, old), { force: true });
    },
    restore: async (table) =>
      putItems(
        table,
        Items.parse(JSON.parse(readFileSync(file, "utf8"))).map((item) => marshall(item)),
      ),
  };
}

async function putItems(
  { name, endpoint }: Pick<Table, "name" | "endpoint">,
  items: Record<string, AttributeValue>[],
): Promise<void> {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = new DynamoDBClient({ region: REGION, endpoint, credentials });
  try {
    let rest: WriteRequest[] = items.map((Item) => ({ PutRequest: { Item } }));
    while (rest.length > 0) {
      const batch = { RequestItems: { [name]: rest.slice(0, MAX_BATCH) } };
      const { UnprocessedItems } = await client.send(new BatchWriteItemCommand(batch));
      rest = [...rest.slice(MAX_BATCH), ...(UnprocessedItems?.[name] ?? [])];
    }
  } finally {
    client.destroy();
  }
}
