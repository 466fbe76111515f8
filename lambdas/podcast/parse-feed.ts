import type { RichText } from "../../shared/episode.ts";
import { attributeOf, childrenOf, parseXml, childText, type Element } from "./feed-xml.ts";
import { recordingType, parseDate, parseDuration, parseExplicit, parseNumber } from "./feed-values.ts";
import { PodcastFileError } from "./podcast-file-error.ts";
import { plainText, safeUrl, toLine, toRichText } from "./rich-text.ts";

/** A file of an episode on another server. */
type LinkedFile = { url: string; type: string };

export type FeedEpisode = {
  /** Identifies the episode in the feed: its guid, or else the URL of its recording. */
  guid: string;
  title: string;
  summary: string;
  description: RichText;
  /** Undefined if the feed has no date that can be read. */
  publishedAt: string | undefined;
  audio: LinkedFile;
  /** In seconds. */
  duration: number | undefined;
  season: number | undefined;
  number: number | undefined;
  isExplicit: boolean;
  link: string | undefined;
  imageUrl: string | undefined;
  chaptersUrl: string | undefined;
  transcript: LinkedFile | undefined;
};

export type Feed = {
  title: string;
  episodes: FeedEpisode[];
  /** The number of items without a recording, and of items with the guid of an earlier item. */
  skipped: number;
};

/** The most episodes that are read; the newest usually come first. */
const MAX_EPISODES = 10_000;
/** In characters. */
const MAX_LENGTH = { title: 300, summary: 240, description: 20_000, guid: 1000 };

/** The MIME types of transcripts, the best first: those with times before those without. */
const TRANSCRIPT_TYPES = [
  "application/json",
  "text/vtt",
  "application/x-subrip",
  "application/srt",
  "text/srt",
  "text/html",
  "text/plain",
];

function transcriptOf(item: Element, base: string): LinkedFile | undefined {
  const transcripts = childrenOf(item, "podcast:transcript").flatMap((element) => {
    const url = safeUrl(attributeOf(element, "url"), base);
    const type = attributeOf(element, "type").split(";")[0]?.trim().toLowerCase() ?? "";
    return url !== undefined && TRANSCRIPT_TYPES.includes(type) ? [{ url, type }] : [];
  });
  return transcripts.toSorted(
    (a, b) => TRANSCRIPT_TYPES.indexOf(a.type) - TRANSCRIPT_TYPES.indexOf(b.type),
  )[0];
}

const attributeUrl = (item: Element, child: string, name: string, base: string): string | undefined =>
  childrenOf(item, child)
    .map((element) => safeUrl(attributeOf(element, name), base))
    .find((url) => url !== undefined);

function recordingOf(item: Element, base: string): LinkedFile | undefined {
  for (const enclosure of childrenOf(item, "enclosure")) {
    const url = safeUrl(attributeOf(enclosure, "url"), base);
    const type = url && recordingType(attributeOf(enclosure, "type"), url);
    if (url && type) return { url, type };
  }
  return undefined;
}

/** An item of a feed; undefined if it has no recording. Relative URLs are relative to `base`. */
function toEpisode(item: Element, base: string, now: Date): FeedEpisode | undefined {
  const audio = recordingOf(item, base);
  if (!audio) return undefined;
  const description = toRichText(
    childText(item, "content:encoded", "description", "itunes:summary", "itunes:subtitle"),
    MAX_LENGTH.description,
    base,
  );
  return {
    guid: childText(item, "guid").trim().slice(0, MAX_LENGTH.guid) || audio.url,
    title: toLine(
      // More than the maximum, because repeated spaces still count here and are then removed.
      plainText(toRichText(childText(item, "title", "itunes:title"), 2 * MAX_LENGTH.title)),
      MAX_LENGTH.title,
    ),
    summary: toLine(plainText(description), MAX_LENGTH.summary),
    description,
    publishedAt: parseDate(childText(item, "pubDate", "dc:date", "published"), now),
    audio,
    duration: parseDuration(childText(item, "itunes:duration")),
    season: parseNumber(childText(item, "itunes:season", "podcast:season")),
    number: parseNumber(childText(item, "itunes:episode", "podcast:episode")),
    isExplicit: parseExplicit(childText(item, "itunes:explicit")),
    link: safeUrl(childText(item, "link"), base),
    imageUrl: attributeUrl(item, "itunes:image", "href", base),
    chaptersUrl: attributeUrl(item, "podcast:chapters", "url", base),
    transcript: transcriptOf(item, base),
  };
}

/**
 * Parses an RSS feed with the tags of iTunes and of Podcasting 2.0. `url` is the URL of the feed. Throws PodcastFileError
 * if it is not RSS, or has no episode. https://podcasting2.org/docs/podcast-namespace
 */
export function parseFeed(xml: string, url: string, now: Date): Feed {
  const document = parseXml(xml);
  const [channel] = childrenOf(document, "rss").flatMap((rss) => childrenOf(rss, "channel"));
  if (!channel) throw new PodcastFileError("The feed is not RSS: it has no channel");
  const items = childrenOf(channel, "item").slice(0, MAX_EPISODES);
  const episodes = new Map<string, FeedEpisode>();
  for (const item of items) {
    const episode = toEpisode(item, url, now);
    if (episode && !episodes.has(episode.guid))
      episodes.set(episode.guid, { ...episode, title: episode.title || "Untitled episode" });
  }
  if (episodes.size === 0) throw new PodcastFileError("The feed has no episode with a recording");
  return {
    title: toLine(childText(channel, "title"), MAX_LENGTH.title),
    episodes: [...episodes.values()],
    skipped: items.length - episodes.size,
  };
}
