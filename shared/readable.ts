/** Reading stored data that does not match its schema. */
import * as z from "zod/mini";
import { UNCATEGORIZED } from "./product.ts";

const NEVER = new Date(0).toISOString();
/** Values for the fields of a product that cannot be read. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  name: "",
  description: "",
  price: 0,
  category: UNCATEGORIZED,
  stock: 0,
  featured: false,
  imageUrls: [],
  imageUrl: "",
  details: [],
  variants: [],
  version: 0,
  createdAt: NEVER,
  updatedAt: NEVER,
};

type Item = Readonly<Record<string, unknown>>;

/** The paths of the values that do not match a schema: 'price', 'items.2.name'. */
export const wrongPaths = (error: z.core.$ZodError): string[] => [
  ...new Set(error.issues.map(({ path }) => path.join("."))),
];

/**
 * Parse a product by a schema, with default values for its invalid fields, whose paths are `wrong`. In a list that has a
 * schema in `parts`, only the invalid elements are dropped.
 */
export function readParts<S extends z.ZodMiniObject>(
  schema: S,
  item: Item,
  parts: Readonly<Record<string, z.ZodMiniType>> = {},
): { data: z.infer<S>; wrong: string[] } {
  const whole = z.safeParse(schema, item);
  if (whole.success) return { data: whole.data, wrong: [] };
  const attributes = Object.entries(schema.shape).flatMap(([name, type]): [string, unknown][] => {
    const value = item[name];
    if (z.safeParse(type, value).success) return [[name, value]];
    const part = parts[name];
    const kept =
      part && Array.isArray(value) ? value.filter((one) => z.safeParse(part, one).success) : DEFAULTS[name];
    return kept === undefined ? [] : [[name, kept]];
  });
  return { data: z.parse(schema, Object.fromEntries(attributes)), wrong: wrongPaths(whole.error) };
}
