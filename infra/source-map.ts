import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";
import * as z from "zod/mini";

const SourceMap = z.object({
  version: z.literal(3),
  sources: z.array(z.string()),
  mappings: z.string(),
});

/** The folders of the functions' own sources. Other sources of a bundle come from packages or from the build of the site. */
const OWN_FILE = /^(lambdas|shared)\//;

/**
 * Reduces a bundle's source map to the project's own files, with paths from the project's root. Node reads
 * the map at each cold start, and with the packages' files the map would be ten times as large. Stack traces
 * through packages name `index.js`.
 */
export function reduceSourceMap(text: string): string {
  const { version, sources, mappings } = SourceMap.parse(JSON.parse(text));
  const paths = sources.map((source) => source.replace(/^(\.\.\/)+/, ""));
  const ownPaths = paths.filter((path) => OWN_FILE.test(path));
  const newIndexes = new Map(ownPaths.map((path, i) => [paths.indexOf(path), i]));
  const ownMappings = decode(mappings).map((line) => ownSegments(line, newIndexes));
  return JSON.stringify({ version, sources: ownPaths, names: [], mappings: encode(ownMappings) });
}

/**
 * The segments of own files in one line of the bundle. A segment is [column in the bundle, index of the source, line and column
 * in the source]. A segment with only the column in the bundle ends the range of the segment before it. Of consecutive segments
 * of one source line only the first is kept: stack traces then name the right line, and the map is a quarter as large.
 */
function ownSegments(
  line: readonly SourceMapSegment[],
  newIndexes: ReadonlyMap<number, number>,
): SourceMapSegment[] {
  const segments: SourceMapSegment[] = [];
  for (const segment of line) {
    const fileIndex = segment.length === 1 ? undefined : newIndexes.get(segment[1]);
    const isRangeOpen = segments.length > 0 && segments.at(-1)?.length !== 1;
    if (segment.length !== 1 && fileIndex !== undefined) {
      if (!isSameLine(segments.at(-1), fileIndex, segment[2]))
        segments.push([segment[0], fileIndex, segment[2], segment[3]]);
    } else if (isRangeOpen) segments.push([segment[0]]);
  }
  return segments;
}

const isSameLine = (segment: SourceMapSegment | undefined, fileIndex: number, line: number): boolean =>
  segment !== undefined && segment.length !== 1 && segment[1] === fileIndex && segment[2] === line;
