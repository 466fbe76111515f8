import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";

/** How long a write lasts, in ms: DynamoDB's time within a region, and a little more. */
const WRITE_MS = { from: 8, to: 25 };

const Key = z.object({ pk: z.unknown(), sk: z.unknown() });
const One = z.object({ TableName: z.string(), Key: z.optional(Key), Item: z.optional(Key) });
const Transaction = z.object({
  TransactItems: z.array(
    z.object({
      Put: z.optional(One),
      Update: z.optional(One),
      Delete: z.optional(One),
      ConditionCheck: z.optional(One),
    }),
  ),
});

const keyOf = ({ TableName, Key, Item }: z.infer<typeof One>): string =>
  JSON.stringify([TableName, Key ?? Item]);

/** An admitted call has `done`, to be called after the table's answer; a refused one says which items conflict. */
export type Admission = { done: () => void } | { conflicts: boolean[] };

/**
 * DynamoDB's treatment of overlapping writes, for a server that runs one write at a time: a transaction is refused if any
 * of its items is being written, a single write is refused if its item is part of a running transaction, and single
 * writes of one item wait for each other.
 * Source: DynamoDB developer guide, "Transaction conflict handling in DynamoDB".
 */
export function createContention(chance: () => number) {
  const transactions = new Set<string>();
  const singles = new Map<string, { waiting: number; last: Promise<void> }>();
  const takeTime = () => wait(WRITE_MS.from + chance() * (WRITE_MS.to - WRITE_MS.from));

  async function admitTransaction(body: Buffer): Promise<Admission> {
    const keys = z
      .parse(Transaction, JSON.parse(body.toString()))
      .TransactItems.map(({ Put, Update, Delete, ConditionCheck }) => {
        const write = Put ?? Update ?? Delete ?? ConditionCheck;
        return write ? keyOf(write) : "";
      });
    const conflicts = keys.map((key) => transactions.has(key) || singles.has(key));
    if (conflicts.includes(true)) return { conflicts };
    for (const key of keys) transactions.add(key);
    await takeTime();
    return { done: () => keys.forEach((key) => transactions.delete(key)) };
  }

  async function admitSingle(body: Buffer): Promise<Admission> {
    const key = keyOf(z.parse(One, JSON.parse(body.toString())));
    if (transactions.has(key)) return { conflicts: [true] };
    const queue = singles.get(key) ?? { waiting: 0, last: Promise.resolve() };
    singles.set(key, queue);
    queue.waiting++;
    const before = queue.last;
    let done: () => void = () => undefined;
    queue.last = new Promise((resolve) => {
      done = () => {
        if (--queue.waiting === 0) singles.delete(key);
        resolve();
      };
    });
    await before;
    await takeTime();
    return { done };
  }

  /** Admits a call when its turn comes, or reports its conflicts. Reads are admitted at once. */
  return async (operation: string, body: Buffer): Promise<Admission> => {
    if (operation === "TransactWriteItems") return admitTransaction(body);
    if (/^(Put|Update|Delete)Item$/.test(operation)) return admitSingle(body);
    return { done: () => undefined };
  };
}
