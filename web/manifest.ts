import * as z from "zod/mini";

/** What Vite's build says of its chunks: https://vite.dev/guide/backend-integration */
export const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.optional(z.array(z.string())),
    imports: z.optional(z.array(z.string())),
  }),
);
export type Manifest = z.infer<typeof Manifest>;

export type ChunkFiles = { code: string[]; css: string[] };

/** The files that the chunk of `key` needs, its own included, each once and after what it imports. */
function below(manifest: Manifest, key: string, seen: Set<string>): ChunkFiles {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return { code: [], css: [] };
  seen.add(key);
  const parts = (chunk.imports ?? []).map((name) => below(manifest, name, seen));
  return {
    code: [...parts.flatMap(({ code }) => code), chunk.file],
    css: [...parts.flatMap(({ css }) => css), ...(chunk.css ?? [])],
  };
}

/** The files of these chunks with all they import, as site-relative addresses; throws for a chunk that is not there. */
export function filesOf(manifest: Manifest, keys: string[]): ChunkFiles {
  const seen = new Set<string>();
  const parts = keys.map((key) => {
    if (!manifest[key]) throw new Error(`${key} is not in the build's manifest`);
    return below(manifest, key, seen);
  });
  return {
    code: parts.flatMap(({ code }) => code.map((file) => `/${file}`)),
    css: parts.flatMap(({ css }) => css.map((file) => `/${file}`)),
  };
}
