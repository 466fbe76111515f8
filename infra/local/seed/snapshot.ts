import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Table } from "../table/table.ts";
import type { Stack } from "../template/stack.ts";
import { sha256Hex } from "../util/sha256.ts";
import { seedProducts } from "./products.ts";

const FOLDER = join(import.meta.dirname, "../../../.build/seed");

const Items = z.array(z.record(z.string(), z.unknown()));
type Items = z.infer<typeof Items>;
const FunctionProperties = z.object({ Code: z.object({ S3Key: z.string() }) });
const TableProperties = z.record(z.string(), z.unknown());

/** A file with the table's items after seeding, so that later starts need not post the products. */
export type Snapshot = {
  name: string;
  exists(): boolean;
  save(items: Items): void;
  /** Puts every item. Safe to repeat. */
  restore(table: Pick<Table, "putItems">): Promise<void>;
};

/**
 * The snapshot for the current products, the functions' code (which writes the items), and the table's properties.
 * Its name is a hash of all these, so another version of any of them has another snapshot.
 */
export function snapshotFor(stack: Stack, folder = FOLDER): Snapshot {
  const versionInputs = [
    seedProducts,
    stack
      .resources("AWS::Lambda::Function", FunctionProperties)
      .map(({ properties }) => properties.Code.S3Key),
    stack.resources("AWS::DynamoDB::GlobalTable", TableProperties).map(({ properties }) => properties),
  ];
  const name = `${sha256Hex(JSON.stringify(versionInputs)).slice(0, 16)}.json`;
  const file = join(folder, name);
  return {
    name,
    exists: () => existsSync(file),
    save(items) {
      mkdirSync(folder, { recursive: true });
      // Several shops may start at the same time. Each writes its own temporary file; renaming is atomic.
      const temporary = join(folder, `${randomUUID()}.new`);
      writeFileSync(temporary, JSON.stringify(items));
      renameSync(temporary, file);
      for (const oldFile of readdirSync(folder))
        if (oldFile.endsWith(".json") && oldFile !== name) rmSync(join(folder, oldFile), { force: true });
    },
    restore: (table) => table.putItems(Items.parse(JSON.parse(readFileSync(file, "utf8")))),
  };
}
