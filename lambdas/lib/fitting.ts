import * as z from "zod/mini";
import { log } from "./log.ts";

/**
 * Those of a list's items that fit the schema. One that does not is left out and logged by its key and the paths that
 * are wrong: it must not take the whole list down with it.
 */
export const fitting = <T extends z.ZodMiniType>(
  schema: T,
  items: readonly Record<string, unknown>[],
): z.infer<T>[] =>
  items.flatMap((item) => {
    const { success, data, error } = z.safeParse(schema, item);
    if (success) return [data];
    const { pk, sk } = item;
    log.error("A stored item does not fit", {
      pk,
      sk,
      wrong: error.issues.map(({ path }) => path.join(".")),
    });
    return [];
  });
