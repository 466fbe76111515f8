/** Reads stored data that does not match its schema. */
import * as z from "zod/mini";
import { UNCATEGORIZED } from "./product.ts";

const EPOCH = new Date(0).toISOString();
/** The values for invalid fields of a product. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  state: "draft",
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
  createdAt: EPOCH,
  updatedAt: EPOCH,
};

type StoredItem = Readonly<Record<string, unknown>>;

/** The paths of the values that do not match a schema: 'price', 'items.2.name'. */
export const invalidPathsOf = (error: z.core.$ZodError): string[] => [
  ...new Set(error.issues.map(({ path }) => path.join("."))),
];

/**
 * Parses a product, with default values for invalid fields; `invalidPaths` has the paths of these fields. An invalid optional
 * field without a default value is left out.
 * `elementSchemas` has the schemas for elements of lists: in such a list, only the invalid elements are dropped.
 */
export function parseWithDefaults<S extends z.ZodMiniObject>(
  schema: S,
  item: StoredItem,
  elementSchemas: Readonly<Record<string, z.ZodMiniType>> = {},
): { data: z.infer<S>; invalidPaths: string[] } {
  const parsed = z.safeParse(schema, item);
  if (parsed.success) return { data: parsed.data, invalidPaths: [] };
  const attributes = Object.entries(schema.shape).flatMap(([name, type]): [string, unknown][] => {
    const value = item[name];
    if (z.safeParse(type, value).success) return [[name, value]];
    const elementSchema = elementSchemas[name];
    const validValue =
      elementSchema && Array.isArray(value)
        ? value.filter((element) => z.safeParse(elementSchema, element).success)
        : DEFAULTS[name];
    return validValue === undefined ? [] : [[name, validValue]];
  });
  return {
    data: z.parse(schema, Object.fromEntries(attributes)),
    invalidPaths: invalidPathsOf(parsed.error),
  };
}
