/**
 * The podcast's episodes, as its feed has them.
 * | item | pk | sk | index `due` |
 * | episode in the list | EPISODES | <publishedAt>#<id> | |
 * | episode | EPISODE#<id> | EPISODE | EPISODES_DUE, <time>, while its chapters or its transcript have to be fetched |
 * | transcript | EPISODE#<id> | TRANSCRIPT | |
 * An episode that has left the feed is no longer in the list. Its other items stay, for the episode's page.
 */
import { DeleteCommand, GetCommand, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import {
  Chapter,
  type EpisodeDetails,
  EpisodeSummary,
  RichText,
  TranscriptPart,
} from "../../shared/episode.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { parseStored, parseValid } from "../lib/parse-item.ts";
import { readItems } from "../lib/read-items.ts";
import { transact } from "../lib/transact.ts";
import { updateItem } from "../lib/update-item.ts";

const LIST_PK = "EPISODES";
const DUE_PK = "EPISODES_DUE";

export const episodeRowKey = ({ publishedAt, id }: Pick<EpisodeRow, "publishedAt" | "id">) => ({
  pk: LIST_PK,
  sk: `${publishedAt}#${id}`,
});
const episodeKey = (id: string) => ({ pk: `EPISODE#${id}`, sk: "EPISODE" });
const transcriptKey = (id: string) => ({ pk: `EPISODE#${id}`, sk: "TRANSCRIPT" });

/** The files of an episode on other servers. `chapters` is a URL. */
export const Documents = z.object({
  chapters: z.optional(z.string()),
  transcript: z.optional(z.object({ url: z.string(), type: z.string() })),
});
export type Documents = z.infer<typeof Documents>;

export const EpisodeRow = z.extend(EpisodeSummary, {
  guid: z.string(),
  /** The hash of what the feed says about the episode. With the same hashes as before, the episode is not written. */
  hash: z.string(),
  /** The hash of the documents' URLs. */
  documentsHash: z.string(),
});
export type EpisodeRow = z.infer<typeof EpisodeRow>;

/** What the feed says about an episode. */
const FeedDetails = z.extend(EpisodeSummary, {
  description: RichText,
  link: z.optional(z.string()),
  image: z.optional(z.string()),
});
export type FeedDetails = z.infer<typeof FeedDetails>;

const StoredEpisode = z.object({
  details: FeedDetails,
  isGone: z._default(z.boolean(), false),
  chapters: z._default(z.array(Chapter), []),
  hasTranscript: z._default(z.boolean(), false),
  documents: z.optional(Documents),
  /** How often fetching the documents has failed. */
  tries: z._default(z.int(), 0),
});

/** One page of the list, or without `limit` the whole list, the newest first. `next` is the `after` of the next page. */
export async function listEpisodeRows({
  after,
  limit = Infinity,
}: { after?: string | undefined; limit?: number } = {}): Promise<{ rows: EpisodeRow[]; next?: string }> {
  const rows: EpisodeRow[] = [];
  let startKey: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: after === undefined ? "pk = :list" : "pk = :list AND sk < :after",
        ExpressionAttributeValues: {
          ":list": LIST_PK,
          ...(after === undefined ? {} : { ":after": after }),
        },
        ScanIndexForward: false,
        ExclusiveStartKey: startKey,
        ...(limit === Infinity ? {} : { Limit: limit + 1 - rows.length }),
      }),
    );
    rows.push(...parseValid(EpisodeRow, Items));
    startKey = LastEvaluatedKey;
  } while (startKey && rows.length <= limit);
  const page = rows.slice(0, limit);
  const lastRow = page.at(-1);
  return { rows: page, ...(lastRow && rows.length > page.length ? { next: episodeRowKey(lastRow).sk } : {}) };
}

export const toEpisodeSummary = ({
  guid: _guid,
  hash: _hash,
  documentsHash: _documents,
  ...row
}: EpisodeRow) => row;

/**
 * Adds or changes an episode in the list. An episode with a new date has a new key, so the item of `previous`
 * is then deleted.
 */
export async function putEpisodeRow(row: EpisodeRow, previous: EpisodeRow | undefined): Promise<void> {
  await documentClient().send(
    new PutCommand({ TableName: tableName(), Item: { ...episodeRowKey(row), ...row } }),
  );
  if (previous && episodeRowKey(previous).sk !== episodeRowKey(row).sk) await deleteEpisodeRow(previous);
}

export async function deleteEpisodeRow(row: EpisodeRow): Promise<void> {
  await documentClient().send(new DeleteCommand({ TableName: tableName(), Key: episodeRowKey(row) }));
}

/**
 * Writes what the feed says. `documents`: undefined if they have not changed. Otherwise they replace the stored documents, and
 * are due to be fetched.
 */
export async function writeEpisodeDetails(
  details: FeedDetails,
  documents: Documents | undefined,
  now: Date,
): Promise<void> {
  const isDue = documents && (documents.chapters !== undefined || documents.transcript !== undefined);
  const update = ["SET #details = :details, #isGone = :false"];
  if (isDue) update.push(", #documents = :documents, #duePk = :due, #dueSk = :now REMOVE #tries");
  else if (documents) update.push(" REMOVE #documents, #duePk, #dueSk, #chapters, #hasTranscript");
  await updateItem({
    Key: episodeKey(details.id),
    ...withNames(update.join("")),
    ExpressionAttributeValues: {
      ":details": details,
      ":false": false,
      ...(isDue && { ":documents": documents, ":due": DUE_PK, ":now": now.toISOString() }),
    },
  });
}

/** The expressions, and the attributes of their placeholders: `#name` is the attribute `name`. DynamoDB reserves some names. */
const withNames = (UpdateExpression: string, ConditionExpression?: string) => ({
  UpdateExpression,
  ...(ConditionExpression === undefined ? {} : { ConditionExpression }),
  ExpressionAttributeNames: Object.fromEntries(
    [...new Set(`${UpdateExpression} ${ConditionExpression ?? ""}`.match(/#\w+/g))].map((name) => [
      name,
      name.slice(1),
    ]),
  ),
});

/** Marks an episode that has left the feed. */
export async function markEpisodeGone(id: string): Promise<void> {
  await updateItem({
    Key: episodeKey(id),
    ...withNames("SET #isGone = :true REMOVE #duePk, #dueSk"),
    ExpressionAttributeValues: { ":true": true },
  });
}

const toDetails = ({ details, chapters, hasTranscript, isGone }: z.infer<typeof StoredEpisode>) => ({
  ...details,
  chapters,
  hasTranscript,
  isGone,
});

export async function getEpisode(id: string): Promise<EpisodeDetails | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: episodeKey(id) }),
  );
  return Item && toDetails(parseStored(StoredEpisode, Item));
}

/** The episodes with these ids, unsorted. */
export const getEpisodes = async (ids: readonly string[]): Promise<EpisodeDetails[]> =>
  parseValid(StoredEpisode, await readItems(ids.map(episodeKey))).map(toDetails);

/** The parts of a transcript; `isCut` if it is longer than the shop keeps. Undefined without a transcript. */
export async function getTranscript(
  id: string,
): Promise<{ parts: TranscriptPart[]; isCut: boolean } | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: transcriptKey(id) }),
  );
  return Item && parseStored(Transcript, Item);
}
const Transcript = z.object({ parts: z.array(TranscriptPart), isCut: z.boolean() });
type Transcript = z.infer<typeof Transcript>;

/** An episode whose documents have to be fetched. */
export type DueEpisode = { id: string; documents: Documents; tries: number };

/**
 * The episodes whose documents have been due for the longest time, at most `limit`, unsorted. Those that cannot be read are due
 * again at `nextTryAt`, so that they do not keep the others waiting.
 */
export async function readDueEpisodes(now: Date, limit: number, nextTryAt: Date): Promise<DueEpisode[]> {
  const { Items = [] } = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: "due",
      KeyConditionExpression: "duePk = :due AND dueSk <= :now",
      ExpressionAttributeValues: { ":due": DUE_PK, ":now": now.toISOString() },
      Limit: limit,
    }),
  );
  const keys = Items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
  const invalidItems: Record<string, unknown>[] = [];
  const episodes = parseValid(StoredEpisode, await readItems(keys), (item) => invalidItems.push(item));
  for (const { pk, sk } of invalidItems)
    await updateItem({
      Key: { pk, sk },
      ...withNames("SET #dueSk = :next", "attribute_exists(#duePk)"),
      ExpressionAttributeValues: { ":next": nextTryAt.toISOString() },
    });
  return episodes.flatMap(({ details, documents, tries }) =>
    documents ? [{ id: details.id, documents, tries }] : [],
  );
}

/** What was fetched of an episode's documents. A document that the feed does not name is `[]` or "none". */
export type FetchedDocuments = { chapters: Chapter[]; transcript: Transcript | "none" };

/**
 * Stores the fetched documents, unless the feed has named other documents in the meantime. If a document is missing, because it
 * could not be fetched, the episode stays due.
 */
export async function storeFetchedDocuments(
  { id, documents }: DueEpisode,
  { chapters, transcript }: Partial<FetchedDocuments>,
): Promise<void> {
  const assignments = [
    ...(chapters ? ["#chapters = :chapters"] : []),
    ...(transcript ? ["#hasTranscript = :has"] : []),
  ];
  if (assignments.length === 0) return;
  const removal = chapters && transcript ? " REMOVE #duePk, #dueSk, #tries" : "";
  const hasTranscript = transcript !== undefined && transcript !== "none";
  // One transaction, so that a slow run never replaces the transcript of newer documents.
  await transact([
    {
      name: "episode",
      Update: {
        TableName: tableName(),
        Key: episodeKey(id),
        ...withNames(`SET ${assignments.join(", ")}${removal}`, "#documents = :documents"),
        ExpressionAttributeValues: {
          ...(chapters && { ":chapters": chapters }),
          ...(transcript && { ":has": hasTranscript }),
          ":documents": documents,
        },
      },
    },
    ...(hasTranscript
      ? [
          {
            name: "transcript",
            Put: { TableName: tableName(), Item: { ...transcriptKey(id), ...transcript } },
          },
        ]
      : []),
  ]);
}

/** Records a failed try, and schedules the next try at `next`. Without `next`, there is no further try. */
export async function postponeDocumentFetch(
  { id, documents, tries }: DueEpisode,
  next: Date | undefined,
): Promise<void> {
  await updateItem({
    Key: episodeKey(id),
    ...withNames(
      next ? "SET #tries = :tries, #dueSk = :next" : "SET #tries = :tries REMOVE #duePk, #dueSk",
      "#documents = :documents",
    ),
    ExpressionAttributeValues: {
      ":tries": tries + 1,
      ":documents": documents,
      ...(next && { ":next": next.toISOString() }),
    },
  });
}
