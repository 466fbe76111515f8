/** Pure: what can be read of product and stock items that do not fit their schemas, so that an admin can mend them. */
import * as z from "zod/mini";
import { readParts, wrongPaths } from "../../shared/readable.ts";

type Item = Record<string, unknown>;

/** A row, and the paths of what could not be read of it ('price', 'variants.1.id'): neutral values are in its place. */
type Readable<Row> = { row: Row; wrong: string[] };

/** A product's item as a row. Its id is in its key. */
export function readRow<S extends z.ZodMiniObject>(
  schema: S,
  parts: Readonly<Record<string, z.ZodMiniType>>,
  id: string,
  item: Item,
): Readable<z.infer<S>> {
  const { data, wrong } = readParts(schema, { ...item, id }, parts);
  return { row: data, wrong: item["id"] === id ? wrong : ["id", ...wrong] };
}

/** A stock item as a row, with 0 in place of counts that cannot be read. Its product and variant are in its key. */
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
