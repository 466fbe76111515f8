/** Pure: parses product and stock items that do not match their schemas, so that an admin can repair them. */
import * as z from "zod/mini";
import { parseWithDefaults, invalidPathsOf } from "../../shared/parse-with-defaults.ts";

type Item = Record<string, unknown>;

/** A row with default values for invalid attributes, and their paths ('price', 'variants.1.id'). */
type ParsedRow<Row> = { row: Row; invalidPaths: string[] };

/** A product's item as a row. The id is the id in the item's key. */
export function parseRow<S extends z.ZodMiniObject>(
  schema: S,
  elementSchemas: Readonly<Record<string, z.ZodMiniType>>,
  id: string,
  item: Item,
): ParsedRow<z.infer<S>> {
  const { data, invalidPaths } = parseWithDefaults(schema, { ...item, id }, elementSchemas);
  return { row: data, invalidPaths: item["id"] === id ? invalidPaths : ["id", ...invalidPaths] };
}

/**
 * A stock item as a row. If the item is invalid, the ids are those of its key, counts that are not integers become 0, and
 * `ordered` stays: `remove-pictures` reads it, so that it does not delete a picture which an order may show.
 */
export function parseStockRow<S extends z.ZodMiniObject>(
  schema: S,
  productId: string,
  item: Item,
): ParsedRow<z.infer<S>> {
  const parsed = z.safeParse(schema, item);
  if (parsed.success) return { row: parsed.data, invalidPaths: [] };
  const count = (name: string): number => (Number.isInteger(item[name]) ? Number(item[name]) : 0);
  const row = {
    productId,
    variantId: String(item["sk"]).replace("STOCK#", ""),
    available: count("available"),
    held: count("held"),
    sold: count("sold"),
    ...(item["ordered"] === true && { ordered: true }),
  };
  return { row: z.parse(schema, row), invalidPaths: invalidPathsOf(parsed.error) };
}
