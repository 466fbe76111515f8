/** Pure: the readable attributes of product and stock items that do not match their schemas, so that an admin can repair them. */
import * as z from "zod/mini";
import { readParts, wrongPaths } from "../../shared/readable.ts";

type Item = Record<string, unknown>;

/** A row, and the paths of its invalid attributes ('price', 'variants.1.id'), which have neutral values. */
type Readable<Row> = { row: Row; wrong: string[] };

/** A product's item as a row. The id comes from its key. */
export function readRow<S extends z.ZodMiniObject>(
  schema: S,
  parts: Readonly<Record<string, z.ZodMiniType>>,
  id: string,
  item: Item,
): Readable<z.infer<S>> {
  const { data, wrong } = readParts(schema, { ...item, id }, parts);
  return { row: data, wrong: item["id"] === id ? wrong : ["id", ...wrong] };
}

/** A stock item as a row, with 0 for invalid counts. Product and variant come from its key. */
export function readStockRow<S extends z.ZodMiniObject>(
  schema: S,
  productId: string,
  item: Item,
): Readable<z.infer<S>> {
  const whole = z.safeParse(schema, item);
  if (whole.success) return { row: whole.data, wrong: [] };
  const count = (name: string): number => (Number.isInteger(item[name]) ? Number(item[name]) : 0);
  const row = {
    productId,
    variantId: String(item["sk"]).replace("STOCK#", ""),
    available: count("available"),
    held: count("held"),
    sold: count("sold"),
  };
  return { row: z.parse(schema, row), wrong: wrongPaths(whole.error) };
}
