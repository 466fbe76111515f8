import * as z from "zod/mini";

const BatchResult = z.object({
  batchItemFailures: z.nullish(z.array(z.object({ itemIdentifier: z.string() }))),
});

/**
 * The `ids` that a function reports as failed by `ReportBatchItemFailures`. If the answer is malformed or has an
 * unknown id, returns all `ids` (Lambda developer guide, "Implementing partial batch responses").
 */
export function failedItemIds(result: unknown, ids: string[]): string[] {
  if (result === null || result === undefined) return [];
  const parsed = BatchResult.safeParse(result);
  if (!parsed.success) return ids;
  const failedIds = (parsed.data.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  return failedIds.every((id) => ids.includes(id)) ? failedIds : ids;
}

/** The wait after this number of tries, in ms: 0.5 s, 1 s, 2 s … at most 30 s. AWS waits for minutes. */
export const retryDelayMs = (tries: number): number => Math.min(30_000, 500 * 2 ** (tries - 1));
