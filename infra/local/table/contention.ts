import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";

/** The duration of a write, in ms: a little longer than in DynamoDB within a region. */
const WRITE_MS = { from: 8, to: 25 };

const Key = z.object({ pk: z.unknown(), sk: z.optional(z.unknown()) });
const SingleWrite = z.object({ TableName: z.string(), Key: z.optional(Key), Item: z.optional(Key) });
const Transaction = z.object({
  TransactItems: z.array(
    z.object({
      Put: z.optional(SingleWrite),
      Update: z.optional(SingleWrite),
      Delete: z.optional(SingleWrite),
      ConditionCheck: z.optional(SingleWrite),
    }),
  ),
});

const keyOf = ({ TableName, Key, Item }: z.infer<typeof SingleWrite>): string =>
  JSON.stringify([TableName, Key ?? Item]);

/** `release` must be called after the table's answer. `conflicts`: for each item, whether it is in conflict. */
export type WriteAdmission = { release: () => void } | { conflicts: boolean[] };

/**
 * Adds DynamoDB's rules for overlapping writes to a server that runs one write at a time. A transaction is
 * refused while another write of one of its items runs. A single write is refused while a transaction with its
 * item runs. Single writes of the same item wait for each other.
 * Source: DynamoDB developer guide, "Transaction conflict handling in DynamoDB".
 */
export function createContention(random: () => number) {
  const transactionKeys = new Set<string>();
  const singleWrites = new Map<string, { pendingCount: number; lastWrite: Promise<void> }>();
  const simulateWriteTime = () => wait(WRITE_MS.from + random() * (WRITE_MS.to - WRITE_MS.from));

  async function admitTransaction(body: Buffer): Promise<WriteAdmission> {
    const keys = z
      .parse(Transaction, JSON.parse(body.toString()))
      .TransactItems.map(({ Put, Update, Delete, ConditionCheck }) => {
        const write = Put ?? Update ?? Delete ?? ConditionCheck;
        return write ? keyOf(write) : "";
      });
    const conflicts = keys.map((key) => transactionKeys.has(key) || singleWrites.has(key));
    if (conflicts.includes(true)) return { conflicts };
    for (const key of keys) transactionKeys.add(key);
    await simulateWriteTime();
    return { release: () => keys.forEach((key) => transactionKeys.delete(key)) };
  }

  async function admitSingle(body: Buffer): Promise<WriteAdmission> {
    const key = keyOf(z.parse(SingleWrite, JSON.parse(body.toString())));
    if (transactionKeys.has(key)) return { conflicts: [true] };
    const queue = singleWrites.get(key) ?? { pendingCount: 0, lastWrite: Promise.resolve() };
    singleWrites.set(key, queue);
    queue.pendingCount++;
    const previousWrite = queue.lastWrite;
    let release: () => void = () => undefined;
    queue.lastWrite = new Promise((resolve) => {
      release = () => {
        if (--queue.pendingCount === 0) singleWrites.delete(key);
        resolve();
      };
    });
    await previousWrite;
    await simulateWriteTime();
    return { release };
  }

  /** Admits a write, or returns its conflicts. Single writes of one item are admitted one after another. Reads never wait. */
  return async (operation: string, body: Buffer): Promise<WriteAdmission> => {
    if (operation === "TransactWriteItems") return admitTransaction(body);
    if (/^(Put|Update|Delete)Item$/.test(operation)) return admitSingle(body);
    return { release: () => undefined };
  };
}
