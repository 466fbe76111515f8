import { splitIntoParts } from "../../shared/split-into-parts.ts";
import { hash } from "../lib/ids.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import {
  deleteEpisodeRow,
  type Documents,
  type EpisodeRow,
  type FeedDetails,
  listEpisodeRows,
  markEpisodeGone,
  putEpisodeRow,
  episodeRowKey,
  writeEpisodeDetails,
} from "./episode-table.ts";
import type { FeedEpisode } from "./parse-feed.ts";

/**
 * With a higher number, all chapters and transcripts are fetched again. Raise PARSER_VERSION in read-feed.ts too: otherwise a
 * feed that has not changed is skipped.
 */
const DOCUMENTS_VERSION = 3;
/** The most writes at the same time. */
const CONCURRENCY = 16;

async function forEachInBatches<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  for (const batch of splitIntoParts(items, CONCURRENCY)) await waitForAll(batch.map(run));
}

/** The id of an episode that is new to the shop. */
const idOf = (guid: string): string => `ep_${hash(guid).slice(0, 20)}`;

/** Whether pages may play media from a URL. An origin such as `https://*.example.org` allows all subdomains. */
export function isPlayable(url: string, origins: readonly string[]): boolean {
  const { origin, protocol, hostname } = new URL(url);
  return origins.some((allowedOrigin) => {
    const [, domain] = /^https:\/\/\*(\..+)$/.exec(allowedOrigin) ?? [];
    return domain === undefined
      ? allowedOrigin === origin
      : protocol === "https:" && hostname.endsWith(domain);
  });
}

type PlannedEpisode = { row: EpisodeRow; details: FeedDetails; documents: Documents; previous?: EpisodeRow };

function planEpisode(
  episode: FeedEpisode,
  previous: EpisodeRow | undefined,
  origins: readonly string[],
  now: Date,
): PlannedEpisode {
  const {
    guid,
    summary,
    title,
    description,
    link,
    imageUrl: image,
    chaptersUrl: chapters,
    transcript,
    ...fields
  } = episode;
  const summaryRow = {
    id: previous?.id ?? idOf(guid),
    title,
    summary,
    publishedAt: fields.publishedAt ?? previous?.publishedAt ?? now.toISOString(),
    ...(fields.duration !== undefined && { duration: fields.duration }),
    ...(fields.season !== undefined && { season: fields.season }),
    ...(fields.number !== undefined && { number: fields.number }),
    isExplicit: fields.isExplicit,
    audio: { ...fields.audio, isPlayable: isPlayable(fields.audio.url, origins) },
  };
  const details = { ...summaryRow, description, ...(link && { link }), ...(image && { image }) };
  const documents = { ...(chapters && { chapters }), ...(transcript && { transcript }) };
  const row = {
    ...summaryRow,
    guid,
    hash: hash(JSON.stringify([guid, details])),
    documentsHash: hash(JSON.stringify([DOCUMENTS_VERSION, documents])),
  };
  return { row, details, documents, ...(previous && { previous }) };
}

/** The numbers of episodes that were written, and that have left the feed. */
export type SyncResult = { written: number; gone: number };

/**
 * Makes the stored episodes equal to those of the feed. Writes only what has changed. After an interruption,
 * the next run does the rest. An episode whose guid has changed is recognized by its recording.
 */
export async function syncEpisodes(
  episodes: readonly FeedEpisode[],
  origins: readonly string[],
  now: Date,
): Promise<SyncResult> {
  const { rows } = await listEpisodeRows();
  const guids = new Set(episodes.map(({ guid }) => guid));
  const rowsByGuid = new Map(rows.map((row) => [row.guid, row]));
  const rowsNotInFeed = rows.filter(({ guid }) => !guids.has(guid));
  const rowsByAudio = new Map(rowsNotInFeed.map((row) => [row.audio.url, row]));
  const reusedRows = new Set<EpisodeRow>();
  const plannedKeys = new Set<string>();
  const changedEpisodes: PlannedEpisode[] = [];
  for (const episode of episodes) {
    const previous = rowsByGuid.get(episode.guid) ?? rowsByAudio.get(episode.audio.url);
    // Two episodes of the feed may have the same recording. The second one gets a row of its own.
    const rowToReplace = previous && !reusedRows.has(previous) ? previous : undefined;
    const plannedEpisode = planEpisode(episode, rowToReplace, origins, now);
    if (rowToReplace) reusedRows.add(rowToReplace);
    plannedKeys.add(episodeRowKey(plannedEpisode.row).sk);
    if (
      previous?.hash !== plannedEpisode.row.hash ||
      previous.documentsHash !== plannedEpisode.row.documentsHash
    )
      changedEpisodes.push(plannedEpisode);
  }
  await forEachInBatches(changedEpisodes, async ({ row, details, documents, previous }) => {
    const hasNewDocuments = row.documentsHash !== previous?.documentsHash;
    await writeEpisodeDetails(details, hasNewDocuments ? documents : undefined, now);
    // The row is written last, because its hash marks the episode as written. So an interrupted write is repeated.
    await putEpisodeRow(row, previous);
  });
  const currentIds = new Set([...reusedRows, ...changedEpisodes.map(({ row }) => row)].map(({ id }) => id));
  // After an interrupted change of its date, an episode has two rows. The row with the feed's date stays.
  const unusedRows = rows.filter((row) => !reusedRows.has(row) && !plannedKeys.has(episodeRowKey(row).sk));
  const goneIds = new Set(unusedRows.map(({ id }) => id).filter((id) => !currentIds.has(id)));
  await forEachInBatches(unusedRows, async (row) => {
    if (goneIds.has(row.id)) await markEpisodeGone(row.id);
    await deleteEpisodeRow(row);
  });
  return { written: changedEpisodes.length, gone: goneIds.size };
}
