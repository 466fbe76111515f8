import { FetchError, fetchPublic } from "../lib/fetch-public.ts";
import { hash } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import type { TargetRules } from "../lib/target.ts";
import { decodeText } from "./decode-text.ts";
import { getFeed, putFeed, type StoredFeed } from "./feed-table.ts";
import { parseFeed } from "./parse-feed.ts";
import { PodcastFileError } from "./podcast-file-error.ts";
import { isPlayable, syncEpisodes } from "./sync-episodes.ts";

const MAX_FEED_BYTES = 10_000_000;
const TIMEOUT_MS = 20_000;
/** If the feed has failed for this time, the run fails too, which raises the alarm on failing functions. */
const ALARM_AFTER_MS = 24 * 3_600_000;
/** A higher number makes the next run read the whole feed again, although it has not changed. */
const PARSER_VERSION = 4;

export type FeedSettings = TargetRules & {
  url: string;
  /** The origins from which pages may play media. */
  mediaOrigins: readonly string[];
};

const NEVER_READ_FEED: StoredFeed = { title: "", episodeCount: 0 };

/**
 * Fetches the feed and stores its episodes. Returns the fields of the feed's state to store; undefined if the server answers
 * that the feed has not changed. Throws FetchError or PodcastFileError if the feed cannot be read or used.
 */
async function fetchAndStore(
  feed: StoredFeed,
  { url, mediaOrigins, ...rules }: FeedSettings,
  settingsHash: string,
  now: Date,
): Promise<Partial<StoredFeed> | undefined> {
  const knownFeed = feed.settings === settingsHash ? feed : NEVER_READ_FEED;
  const answer = await fetchPublic(url, {
    ...rules,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_FEED_BYTES,
    headers: {
      accept: "application/rss+xml, application/xml;q=0.9, */*;q=0.5",
      ...(knownFeed.etag && { "if-none-match": knownFeed.etag }),
      ...(knownFeed.lastModified && { "if-modified-since": knownFeed.lastModified }),
    },
  });
  if (answer.status === 304) {
    if (knownFeed.hash === undefined)
      throw new FetchError("The server answered 304 (not modified) to a request for the whole feed");
    return undefined;
  }
  const { etag, "last-modified": lastModified, "content-type": type } = answer.headers;
  const validators = {
    etag: etag === undefined ? undefined : String(etag),
    lastModified: lastModified === undefined ? undefined : String(lastModified),
  };
  const bodyHash = hash(answer.body);
  if (bodyHash === knownFeed.hash) return validators;
  const parsedFeed = parseFeed(decodeText(answer.body, type), answer.url, now);
  const syncResult = await syncEpisodes(parsedFeed.episodes, mediaOrigins, now);
  const unplayableCount = parsedFeed.episodes.filter(
    ({ audio }) => !isPlayable(audio.url, mediaOrigins),
  ).length;
  log.info("The podcast's feed was read", {
    ...syncResult,
    episodes: parsedFeed.episodes.length,
    skipped: parsedFeed.skipped,
    unplayable: unplayableCount,
  });
  return {
    ...validators,
    settings: settingsHash,
    hash: bodyHash,
    title: parsedFeed.title,
    episodeCount: parsedFeed.episodes.length,
  };
}

/**
 * Reads the podcast's feed and stores its episodes. If the feed cannot be read or used, the episodes stay as they are; the
 * failure is logged and stored, the back office shows it, and after a day the run fails.
 */
export async function readFeed(settings: FeedSettings, now: Date): Promise<void> {
  const feed = (await getFeed()) ?? NEVER_READ_FEED;
  const settingsHash = hash(JSON.stringify([PARSER_VERSION, settings.url, settings.mediaOrigins]));
  try {
    const changes = await fetchAndStore(feed, settings, settingsHash, now);
    const { failure: _failure, failingSince: _since, ...feedFields } = feed;
    await putFeed({ ...feedFields, ...changes, readAt: now.toISOString() });
  } catch (error) {
    if (!(error instanceof FetchError) && !(error instanceof PodcastFileError)) throw error;
    log.error("The podcast's feed could not be read", { reason: error.message });
    const failingSince = feed.failingSince ?? now.toISOString();
    await putFeed({ ...feed, failure: error.message, failingSince });
    if (now.getTime() - Date.parse(failingSince) >= ALARM_AFTER_MS) throw error;
  }
}
