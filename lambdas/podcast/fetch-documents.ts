import { fetchPublic } from "../lib/fetch-public.ts";
import { log } from "../lib/log.ts";
import type { TargetRules } from "../lib/target.ts";
import {
  readDueEpisodes,
  storeFetchedDocuments,
  postponeDocumentFetch,
  type DueEpisode,
  type FetchedDocuments,
} from "./episode-table.ts";
import { decodeText } from "./decode-text.ts";
import { parseChapters } from "./parse-chapters.ts";
import { parseTranscript } from "./parse-transcript.ts";

/** The most episodes whose documents one run fetches. */
const MAX_PER_RUN = 40;
const MAX_TRIES = 6;
/** The wait after the first failed try, in ms; it doubles with each further try. */
const FIRST_WAIT_MS = 15 * 60_000;
/** An episode whose table item is invalid is tried again after this time: an operator has to correct the item. */
const INVALID_WAIT_MS = 86_400_000;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = { chapters: 500_000, transcript: 3_000_000 };

async function fetchText(url: string, kind: keyof typeof MAX_BYTES, rules: TargetRules): Promise<string> {
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES[kind] };
  const { body, headers } = await fetchPublic(url, { ...rules, ...limits });
  return decodeText(body, headers["content-type"]);
}

async function fetchChapters(
  { documents: { chapters: url } }: DueEpisode,
  rules: TargetRules,
): Promise<FetchedDocuments["chapters"]> {
  return url === undefined ? [] : parseChapters(await fetchText(url, "chapters", rules));
}

async function fetchTranscript(
  { documents: { transcript } }: DueEpisode,
  rules: TargetRules,
): Promise<FetchedDocuments["transcript"]> {
  if (!transcript) return "none";
  return parseTranscript(await fetchText(transcript.url, "transcript", rules), transcript.type);
}

/** Stores the documents that can be fetched and read. Returns the errors of the others, by the document's name. */
async function fetchDocumentsOf(episode: DueEpisode, rules: TargetRules): Promise<Record<string, unknown>> {
  const [chapters, transcript] = await Promise.allSettled([
    fetchChapters(episode, rules),
    fetchTranscript(episode, rules),
  ]);
  await storeFetchedDocuments(episode, {
    ...(chapters.status === "fulfilled" && { chapters: chapters.value }),
    ...(transcript.status === "fulfilled" && { transcript: transcript.value }),
  });
  return {
    ...(chapters.status === "rejected" && { chapters: chapters.reason }),
    ...(transcript.status === "rejected" && { transcript: transcript.reason }),
  };
}

/**
 * Fetches the chapters and transcripts that the feed names and that are new. An episode with a file that cannot be fetched or
 * read is tried again later, and given up after six tries. Starts no further fetch when `maxMs` have passed since the call.
 */
export async function fetchDocuments(now: Date, maxMs: number, rules: TargetRules): Promise<void> {
  const deadline = performance.now() + maxMs;
  const retryInvalidAt = new Date(+now + INVALID_WAIT_MS);
  for (const episode of await readDueEpisodes(now, MAX_PER_RUN, retryInvalidAt)) {
    if (performance.now() > deadline) return;
    const errors = await fetchDocumentsOf(episode, rules).catch((error: unknown) => ({ storage: error }));
    if (Object.keys(errors).length === 0) continue;
    const isLastTry = episode.tries + 1 >= MAX_TRIES;
    const nextTryAt = new Date(now.getTime() + FIRST_WAIT_MS * 2 ** episode.tries);
    log.warn("The chapters or the transcript of an episode could not be read or stored", {
      episode: episode.id,
      tries: episode.tries + 1,
      isGivenUp: isLastTry,
      errors,
    });
    await postponeDocumentFetch(episode, isLastTry ? undefined : nextTryAt);
  }
}
