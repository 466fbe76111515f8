import * as z from "zod/mini";
import type { Chapter } from "../../shared/episode.ts";
import { MAX_TOTAL_URL_LENGTH, safeUrl, toLine } from "./rich-text.ts";

/** https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/chapters/jsonChapters.md */
const ChaptersFile = z.object({ chapters: z.array(z.record(z.string(), z.unknown())) });
const ChapterEntry = z.object({
  /** In seconds, at most a week. */
  startTime: z.number().check(z.nonnegative(), z.lte(604_800)),
  title: z.string().check(z.minLength(1)),
  url: z.nullish(z.string()),
  /** False for a chapter that only changes the picture. */
  toc: z.nullish(z.boolean()),
});
const MAX_CHAPTERS = 200;

/** The chapters in a JSON file, sorted by their start. Invalid entries are left out. Throws if the file has another form. */
export function parseChapters(json: string): Chapter[] {
  const { chapters } = z.parse(ChaptersFile, JSON.parse(json));
  let totalUrlLength = 0;
  return chapters
    .slice(0, MAX_CHAPTERS)
    .flatMap((chapter) => z.safeParse(ChapterEntry, chapter).data ?? [])
    .filter(({ toc }) => toc !== false)
    .map(({ startTime, title, url }) => {
      const checkedUrl = safeUrl(url ?? "");
      totalUrlLength += checkedUrl?.length ?? 0;
      const hasUrl = checkedUrl !== undefined && totalUrlLength <= MAX_TOTAL_URL_LENGTH;
      return { start: startTime, title: toLine(title, 200), ...(hasUrl && { url: checkedUrl }) };
    })
    .filter(({ title }) => title !== "")
    .toSorted((a, b) => a.start - b.start);
}
