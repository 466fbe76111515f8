import * as z from "zod/mini";

/** The manifest of Vite's build: https://vite.dev/guide/backend-integration */
export const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.optional(z.array(z.string())),
    imports: z.optional(z.array(z.string())),
    dynamicImports: z.optional(z.array(z.string())),
    assets: z.optional(z.array(z.string())),
  }),
);
export type Manifest = z.infer<typeof Manifest>;

export type ChunkFiles = { code: string[]; css: string[] };

/** The files of a chunk and of its imports, imports first. Chunks in `visitedKeys` are left out. */
function chunkFiles(manifest: Manifest, key: string, visitedKeys: Set<string>): ChunkFiles {
  const chunk = manifest[key];
  if (!chunk || visitedKeys.has(key)) return { code: [], css: [] };
  visitedKeys.add(key);
  const importedFiles = (chunk.imports ?? []).map((name) => chunkFiles(manifest, name, visitedKeys));
  return {
    code: [...importedFiles.flatMap(({ code }) => code), chunk.file],
    css: [...importedFiles.flatMap(({ css }) => css), ...(chunk.css ?? [])],
  };
}

/** The URLs of the files that the chunks `keys` need. Throws for a chunk that is not in the manifest. */
export function filesOf(manifest: Manifest, keys: string[]): ChunkFiles {
  const visitedKeys = new Set<string>();
  const chunks = keys.map((key) => {
    if (!manifest[key]) throw new Error(`${key} is not in the build's manifest`);
    return chunkFiles(manifest, key, visitedKeys);
  });
  return {
    code: chunks.flatMap(({ code }) => code.map((file) => `/${file}`)),
    css: chunks.flatMap(({ css }) => css.map((file) => `/${file}`)),
  };
}

/** The URLs of all files that the chunk `key` may ever load: also those of dynamic imports, and fonts. */
export function allFilesOf(manifest: Manifest, key: string): string[] {
  const visitedKeys = new Set<string>();
  const files = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || visitedKeys.has(name)) return;
    visitedKeys.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${file}`);
    for (const importedKey of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(importedKey);
  };
  visit(key);
  return [...files].filter((file) => !file.endsWith(".html")).sort();
}
