/**
 * An index partition that every order writes to is split into shards by the last character of the id, which is random: a
 * partition of DynamoDB takes 1,000 write units a second. Readers query all shards.
 */
const SHARDS = 4;

/** The shard of an id, such as `HOLDS#2`. */
export const shardOf = (name: string, id: string): string =>
  `${name}#${(id.codePointAt(id.length - 1) ?? 0) % SHARDS}`;

/** All shards of `name`. */
export const shardsOf = (name: string): string[] => Array.from({ length: SHARDS }, (_, i) => `${name}#${i}`);

/** Read all shards of `name` into one list. */
export const fromShards = async <T>(name: string, read: (shard: string) => Promise<T[]>): Promise<T[]> =>
  (await Promise.all(shardsOf(name).map(read))).flat();
