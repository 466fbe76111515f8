import * as z from "zod/mini";
import { wrongPaths } from "../../shared/readable.ts";
import { log } from "./log.ts";

type Item = Record<string, unknown>;

/**
 * Those of a list's items that fit the schema. One that does not is left out, logged by its key and the paths that are
 * wrong, and handed to `onInvalid`: it must not take the whole list down with it.
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

/** A stored item does not fit its schema: `wrong` are the paths of what does not. */
export class UnreadableItem extends Error {
  override name = "Unreadable";
  readonly wrong: string[];
  constructor(key: string, wrong: string[]) {
    super(`${key} does not fit: ${wrong.join(", ")}`);
    this.wrong = wrong;
  }
}

/** An item by its schema; throws Unreadable when it does not fit. */
export function parseStored<T extends z.ZodMiniType>(schema: T, item: Item): z.infer<T> {
  const { success, data, error } = z.safeParse(schema, item);
  if (success) return data;
  throw new UnreadableItem(`${String(item["pk"])} ${String(item["sk"])}`, wrongPaths(error));
}
