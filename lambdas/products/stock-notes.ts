/**
 * Notes of what changed a stock. Each change appends its note to the stock item in the same update, so that
 * the notes always agree with the changes. stock-history-table.ts moves notes to items of their own later.
 * | attribute of the stock item | meaning |
 * | notes | the notes that were not moved yet, in the sequence of the changes |
 * | noted | the number of notes that were moved; missing before the first move |
 * | notedAt | the time of the last moved note |
 */
import * as z from "zod/mini";
import type { StockHistoryEntry } from "../../shared/stock-history.ts";
import { StockChangeKind } from "../../shared/stock-history.ts";

/** Short names, because a note must not make the stock item larger than a write unit of 1 KB. */
export const StockNote = z.object({
  kind: StockChangeKind,
  /**
   * The change of the available pieces, negative if they decrease. For 'sold', the number of sold pieces, which were
   * held.
   */
  n: z.int(),
  order: z.optional(z.string()),
  /** The admin's email address. */
  by: z.optional(z.string()),
  /** The other variant, if pieces were moved between variants. */
  other: z.optional(z.string()),
  at: z.string(),
});
type StockNote = z.infer<typeof StockNote>;
/** A note before its time is known. */
export type NewNote = Omit<StockNote, "at">;

/** The note with its time, without undefined attributes. */
export const noteAt = ({ order, by, other, ...note }: NewNote, now: Date = new Date()): StockNote => ({
  ...note,
  ...(order === undefined ? {} : { order }),
  ...(by === undefined ? {} : { by }),
  ...(other === undefined ? {} : { other }),
  at: now.toISOString(),
});

type ItemUpdate = {
  UpdateExpression: string;
  ExpressionAttributeNames?: Record<string, string> | undefined;
  ExpressionAttributeValues?: Record<string, unknown> | undefined;
};

export function withNote<U extends ItemUpdate>(update: U, note: NewNote): U {
  const append = "SET #notes = list_append(if_not_exists(#notes, :noNotes), :note)";
  const { UpdateExpression } = update;
  return {
    ...update,
    UpdateExpression: /\bSET /.test(UpdateExpression)
      ? UpdateExpression.replace(/\bSET /, `${append}, `)
      : `${append} ${UpdateExpression}`,
    ExpressionAttributeNames: { ...update.ExpressionAttributeNames, "#notes": "notes" },
    ExpressionAttributeValues: {
      ...update.ExpressionAttributeValues,
      ":noNotes": [],
      ":note": [noteAt(note)],
    },
  };
}

const NotedItem = z.object({
  available: z.int(),
  notes: z._default(z.array(StockNote), []),
  noted: z._default(z.int(), 0),
  notedAt: z._default(z.string(), ""),
});

/** A note with its number among the changes of its stock item (from 1), and the available pieces after the change. */
export type NumberedNote = StockNote & { number: number; after: number };

export const changeOfAvailable = ({ kind, n }: Pick<StockNote, "kind" | "n">): number =>
  kind === "sold" ? 0 : n;

/**
 * Pure: the notes in a stock item, oldest first. The clocks of functions differ by some milliseconds, so a note gets at
 * least the time of the note before it: sorted by time, the notes of a stock are in the sequence of its changes.
 */
export function notesIn(item: Record<string, unknown>): NumberedNote[] {
  const parsed = z.safeParse(NotedItem, item);
  if (!parsed.success) return [];
  const { available, notes, noted, notedAt } = parsed.data;
  let availableAfter = available - notes.reduce((sum, note) => sum + changeOfAvailable(note), 0);
  let lastAt = notedAt;
  return notes.map((note, i) => {
    availableAfter += changeOfAvailable(note);
    lastAt = note.at > lastAt ? note.at : lastAt;
    return { ...note, at: lastAt, number: noted + i + 1, after: availableAfter };
  });
}

export const toEntry = (
  variantId: string | undefined,
  id: string,
  { kind, n, order, by, other, at, after }: Omit<NumberedNote, "number">,
): StockHistoryEntry => ({
  id,
  at,
  kind,
  change: changeOfAvailable({ kind, n }),
  pieces: Math.abs(n),
  after,
  ...(variantId === undefined ? {} : { variantId }),
  ...(order === undefined ? {} : { orderId: order }),
  ...(by === undefined ? {} : { by }),
  ...(other === undefined ? {} : { otherVariantId: other }),
});
