/**
 * Index partitions that every order writes to are split by the last letter of an id, which is random: one partition of
 * DynamoDB takes 1,000 write units a second. Readers ask all of them.
 */
const SHARDS = 4;

/** `HOLDS#2`: the part of `name` that an id belongs to. */
export const shardOf = (name: string, id: string): string =>
  `${name}#${(id.codePointAt(id.length - 1) ?? 0) % SHARDS}`;

/** All parts of `name`. */
export const shardsOf = (name: string): string[] => Array.from({ length: SHARDS }, (_, i) => `${name}#${i}`);

/** What a reader of each part found, as one list. */
export const fromShards = async <T>(name: string, read: (shard: string) => Promise<T[]>): Promise<T[]> =>
  (await Promise.all(shardsOf(name).map(read))).flat();
