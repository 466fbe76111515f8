import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";
import * as z from "zod/mini";

const SourceMap = z.object({
  version: z.literal(3),
  sources: z.array(z.string()),
  mappings: z.string(),
});

/**
 * A bundle's source map reduced to the project's own files, named from the project's root. Node reads the map at each cold
 * start: with the packages' files it is ten times as large. A position in a package stays one in `index.js`.
 */
export function ownSourceMap(text: string): string {
  const { version, sources, mappings } = SourceMap.parse(JSON.parse(text));
  const paths = sources.map((source) => source.replace(/^(\.\.\/)+/, ""));
  const own = paths.filter((path) => !path.startsWith("node_modules/"));
  const indexes = new Map(own.map((path, i) => [paths.indexOf(path), i]));
  const reduced = decode(mappings).map((line) => line.reduce<SourceMapSegment[]>(keepOwn(indexes), []));
  return JSON.stringify({ version, sources: own, names: [], mappings: encode(reduced) });
}

/** Keep a segment of an own file. The first one after it that is not ends its range, the others are left out. */
const keepOwn =
  (indexes: ReadonlyMap<number, number>) =>
  (kept: SourceMapSegment[], segment: SourceMapSegment): SourceMapSegment[] => {
    const source = segment.length === 1 ? undefined : indexes.get(segment[1]);
    if (segment.length === 1 || source === undefined) {
      if (kept.length > 0 && kept.at(-1)?.length !== 1) kept.push([segment[0]]);
    } else kept.push([segment[0], source, segment[2], segment[3]]);
    return kept;
  };
