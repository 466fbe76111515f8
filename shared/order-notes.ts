import * as z from "zod/mini";
import { Timestamp } from "./timestamp.ts";
import { atMostCharacters, printableText } from "./text.ts";

/** The longest note, in characters. */
export const MAX_NOTE_LENGTH = 1000;
/** The most notes of one order. */
export const MAX_NOTES = 100;

/** A note of an admin about an order, for the back office only. `by` is the admin's email address (or user id). */
export const OrderNote = z.object({ noteId: z.string(), at: Timestamp, by: z.string(), text: z.string() });
export type OrderNote = z.infer<typeof OrderNote>;

/** A note as the back office sends it. */
export const NewOrderNote = z.object({
  noteId: z.string().check(z.regex(/^[\w-]{8,64}$/, "Not a note id")),
  text: z
    .string("Note is required")
    .check(
      z.trim(),
      z.minLength(1, "Note is required"),
      atMostCharacters(MAX_NOTE_LENGTH),
      ...printableText(),
    ),
});
export type NewOrderNote = z.infer<typeof NewOrderNote>;
