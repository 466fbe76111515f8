import * as z from "zod/mini";
import { invalidPathsOf } from "../../shared/parse-with-defaults.ts";
import { log } from "./log.ts";

type Item = Record<string, unknown>;

/**
 * The items that match the schema. Invalid items are left out, so that one invalid item does not break a list. Each of
 * them is logged with its key and the paths of its invalid attributes, and passed to `onInvalid`.
 */
export const parseValid = <T extends z.ZodMiniType>(
  schema: T,
  items: readonly Item[],
  onInvalid?: (item: Item, invalidPaths: string[]) => void,
): z.infer<T>[] =>
  items.flatMap((item) => {
    const { success, data, error } = z.safeParse(schema, item);
    if (success) return [data];
    const { pk, sk } = item;
    const invalidPaths = invalidPathsOf(error);
    log.error("A stored item does not fit", { pk, sk, wrong: invalidPaths });
    onInvalid?.(item, invalidPaths);
    return [];
  });

/** A stored item does not match its schema at `invalidPaths`. */
export class UnreadableItem extends Error {
  override name = "UnreadableItem";
  readonly invalidPaths: string[];
  constructor(key: string, invalidPaths: string[]) {
    super(`${key} does not fit: ${invalidPaths.join(", ")}`);
    this.invalidPaths = invalidPaths;
  }
}

/** Throws UnreadableItem when the item does not match its schema. */
export function parseStored<T extends z.ZodMiniType>(schema: T, item: Item): z.infer<T> {
  const { success, data, error } = z.safeParse(schema, item);
  if (success) return data;
  throw new UnreadableItem(`${String(item["pk"])} ${String(item["sk"])}`, invalidPathsOf(error));
}
