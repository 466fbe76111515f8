/** Pure: what can be read of a stored product that does not fit its schema. */
import * as z from "zod/mini";
import { UNCATEGORIZED } from "./product.ts";

const NEVER = new Date(0).toISOString();
/** What stands in for a part of a product that cannot be read. */
const NEUTRAL: Readonly<Record<string, unknown>> = {
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

/** The paths of what does not fit a schema: 'price', 'items.2.name'. */
export const wrongPaths = (error: z.core.$ZodError): string[] => [
  ...new Set(error.issues.map(({ path }) => path.join("."))),
];

/**
 * A product by a schema of its attributes; with neutral values in place of what is `wrong`. Of a list, those of its parts
 * are kept that fit the schema of `parts`.
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
      part && Array.isArray(value) ? value.filter((one) => z.safeParse(part, one).success) : NEUTRAL[name];
    return kept === undefined ? [] : [[name, kept]];
  });
  return { data: z.parse(schema, Object.fromEntries(attributes)), wrong: wrongPaths(whole.error) };
}
