/**
 * DynamoDB's partitions take 1,000 write units a second, so an index partition that every order writes to
 * is split into shards. The last character of the id, which is random, selects the shard. Readers query all
 * shards.
 */
const SHARDS = 4;

/** The shard of an id, such as `HOLDS#2`. */
export const shardOf = (name: string, id: string): string =>
  `${name}#${(id.codePointAt(id.length - 1) ?? 0) % SHARDS}`;

export const shardsOf = (name: string): string[] => Array.from({ length: SHARDS }, (_, i) => `${name}#${i}`);

export const readAllShards = async <T>(name: string, read: (shard: string) => Promise<T[]>): Promise<T[]> =>
  (await Promise.all(shardsOf(name).map(read))).flat();
