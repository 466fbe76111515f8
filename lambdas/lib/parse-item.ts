import * as z from "zod/mini";
import { wrongPaths } from "../../shared/readable.ts";
import { log } from "./log.ts";

type Item = Record<string, unknown>;

/**
 * The items that match the schema. An invalid item is logged with its key and the wrong paths, passed to `onInvalid`, and
 * left out, so that one bad item does not break a list.
 */
export const parseValid = <T extends z.ZodMiniType>(
  schema: T,
  items: readonly Item[],
  onInvalid?: (item: Item, wrong: string[]) => void,
): z.infer<T>[] =>
  items.flatMap((item) => {
    const { success, data, error } = z.safeParse(schema, item);
    if (success) return [data];
    const { pk, sk } = item;
    const wrong = wrongPaths(error);
    log.error("A stored item does not fit", { pk, sk, wrong });
    onInvalid?.(item, wrong);
    return [];
  });

/** A stored item does not match its schema. `wrong` are the paths of the wrong attributes. */
export class UnreadableItem extends Error {
  override name = "UnreadableItem";
  readonly wrong: string[];
  constructor(key: string, wrong: string[]) {
    super(`${key} does not fit: ${wrong.join(", ")}`);
    this.wrong = wrong;
  }
}

/** Throws UnreadableItem when the item does not match its schema. */
export function parseStored<T extends z.ZodMiniType>(schema: T, item: Item): z.infer<T> {
  const { success, data, error } = z.safeParse(schema, item);
  if (success) return data;
  throw new UnreadableItem(`${String(item["pk"])} ${String(item["sk"])}`, wrongPaths(error));
}
