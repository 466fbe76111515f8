/**
 * The state of the podcast's feed after the last reads.
 * | item | pk | sk |
 * | state of the feed | EPISODE_FEED | FEED |
 */
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { FeedState } from "../../shared/feed-state.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { parseValid } from "../lib/parse-item.ts";

const KEY = { pk: "EPISODE_FEED", sk: "FEED" };

const StoredFeed = z.extend(FeedState, {
  /** The ETag and Last-Modified of the last answer that was stored completely, for a conditional request. */
  etag: z.optional(z.string()),
  lastModified: z.optional(z.string()),
  /** The hash of the last body that was stored completely. */
  hash: z.optional(z.string()),
  /** The hash of the settings and the parser's version. If it changes, the whole feed is read again. */
  settings: z.optional(z.string()),
});
export type StoredFeed = z.infer<typeof StoredFeed>;

/** The state of the feed; undefined before the first read, and if the stored state is invalid. */
export async function getFeed(): Promise<StoredFeed | undefined> {
  const { Item } = await documentClient().send(new GetCommand({ TableName: tableName(), Key: KEY }));
  return Item && parseValid(StoredFeed, [Item])[0];
}

export async function putFeed(feed: StoredFeed): Promise<void> {
  await documentClient().send(new PutCommand({ TableName: tableName(), Item: { ...KEY, ...feed } }));
}
