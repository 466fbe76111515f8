import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { breakingChanges, restrictionsOf, type Json } from "./breaking-changes.ts";

/**
 * The folder with the restrictions of every schema that was ever released, because consumers rely on them. Each schema has a
 * file that is never changed, `OrderPaid.v1.<digest>.json`. The digest is a hash of the file's content.
 */
const RELEASED_FOLDER = join(import.meta.dirname, "../../../shared/events/released");

const digestOf = (restrictions: Json): string =>
  createHash("sha256").update(JSON.stringify(restrictions)).digest("hex").slice(0, 12);
const fileOf = (name: string, restrictions: Json): string => `${name}.${digestOf(restrictions)}.json`;

/** A file in the folder. `name`: the event and its version, such as OrderPaid.v1. */
type ReleasedSchema = { file: string; name: string; restrictions: Json };

function readReleasedSchemas(folder: string): ReleasedSchema[] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.map((file) => ({
    file,
    name: file.split(".").slice(0, 2).join("."),
    restrictions: JSON.parse(readFileSync(join(folder, file), "utf8")) as Json,
  }));
}

const typeOf = (name: string): string => name.split(".", 1)[0] ?? "";

/**
 * The differences from the released schemas that would break consumers: incompatible changes without a new version, removed
 * events, and released files that were changed. `schemas` are by names such as OrderPaid.v1.
 */
export function breakingChangesSinceRelease(
  schemas: Record<string, object>,
  folder = RELEASED_FOLDER,
): string[] {
  const types = new Set(Object.keys(schemas).map(typeOf));
  return readReleasedSchemas(folder).flatMap(({ file, name, restrictions }) => {
    if (file !== fileOf(name, restrictions))
      return [`${file}: a released schema was changed; restore the file from git`];
    if (!types.has(typeOf(name))) return [`${name}: the event is gone`];
    const schema = schemas[name];
    // An earlier version, which the shop no longer publishes.
    if (schema === undefined) return [];
    return breakingChanges(restrictions, schema as Json).map((change) => `${name}: ${change}`);
  });
}

/** The restrictions of the schemas that are not released yet, by the names of their future files. */
export function unreleasedSchemas(
  schemas: Record<string, object>,
  folder = RELEASED_FOLDER,
): Record<string, Json> {
  const releasedFiles = new Set(readReleasedSchemas(folder).map(({ file }) => file));
  const files = Object.entries(schemas).map(([name, schema]) => {
    const restrictions = restrictionsOf(schema as Json);
    return [fileOf(name, restrictions), restrictions] as const;
  });
  return Object.fromEntries(files.filter(([file]) => !releasedFiles.has(file)));
}

/** Writes the schemas into the folder of released schemas. Never changes a file that exists. */
export function recordAsReleased(schemas: Record<string, object>, folder = RELEASED_FOLDER): void {
  mkdirSync(folder, { recursive: true });
  for (const [file, restrictions] of Object.entries(unreleasedSchemas(schemas, folder)))
    writeFileSync(join(folder, file), `${JSON.stringify(restrictions, null, 2)}\n`, { flag: "wx" });
}
