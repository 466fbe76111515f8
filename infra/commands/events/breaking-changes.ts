export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
const jsonText = (value: Json | undefined): string =>
  value === undefined ? "nothing" : JSON.stringify(value);

/** Keywords that do not restrict which events are valid. */
const ANNOTATIONS = ["$schema", "$id", "$comment", "title", "description", "examples"];
/** Keywords whose value maps names to schemas. These names may be the same as keywords. */
const SCHEMA_MAPS = ["properties", "$defs"];
/** Keywords whose value is a list in which the order does not matter. */
const SETS = ["required", "enum"];

/**
 * Pure: the changes from one JSON Schema to the next that require a new version number, each as a line with its path.
 * Without a new version number, only optional fields may be added and descriptions changed. Consumers with the earlier
 * schema must be able to read new events, and consumers with the new schema must be able to read archived events.
 */
export function breakingChanges(
  before: Json | undefined,
  after: Json | undefined,
  path = "detail",
): string[] {
  if (isObject(before) && isObject(after))
    return keysOf(before, after)
      .filter((key) => !ANNOTATIONS.includes(key))
      .flatMap((key) => {
        if (key === "properties") return changedProperties(before[key], after[key], path);
        if (SETS.includes(key)) return changedSet(key, before[key], after[key], path);
        return breakingChanges(before[key], after[key], key === "items" ? `${path}[]` : `${path} ${key}`);
      });
  if (isList(before) && isList(after) && before.length === after.length)
    return before.flatMap((value, i) => breakingChanges(value, after[i], `${path}[${i}]`));
  return jsonText(before) === jsonText(after)
    ? []
    : [`${path}: was ${jsonText(before)}, is ${jsonText(after)}`];
}

/** Pure: a schema without its annotations. Two schemas with the same restrictions allow the same events. */
export function restrictionsOf(schema: Json): Json {
  if (isList(schema)) return schema.map(restrictionsOf);
  if (!isObject(schema)) return schema;
  const restrictions = Object.entries(schema)
    .filter(([key]) => !ANNOTATIONS.includes(key))
    .map(
      ([key, value]) =>
        [key, SCHEMA_MAPS.includes(key) ? restrictionsByName(value) : restrictionsOf(value)] as const,
    );
  return Object.fromEntries(restrictions);
}

const restrictionsByName = (schemasByName: Json): Json =>
  isObject(schemasByName)
    ? Object.fromEntries(
        Object.entries(schemasByName).map(([name, schema]) => [name, restrictionsOf(schema)]),
      )
    : schemasByName;

const keysOf = (...objects: JsonObject[]): string[] => [...new Set(objects.flatMap(Object.keys))];

/** Ignores new fields: if a new field is required, `changedSet` reports the change of `required`. */
function changedProperties(before: Json | undefined, after: Json | undefined, path: string): string[] {
  const [fieldsBefore, fieldsAfter] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  return Object.entries(fieldsBefore).flatMap(([name, field]) =>
    name in fieldsAfter
      ? breakingChanges(field, fieldsAfter[name], `${path}.${name}`)
      : [`${path}.${name}: was removed`],
  );
}

function changedSet(name: string, before: Json | undefined, after: Json | undefined, path: string): string[] {
  const [valuesBefore, valuesAfter] = [before, after].map((set) => (isList(set) ? set.map(jsonText) : []));
  const onlyInFirst = (first: string[] = [], second: string[] = []) =>
    first.filter((value) => !second.includes(value));
  return [
    ...onlyInFirst(valuesBefore, valuesAfter).map((value) => `${path}: ${name} has lost ${value}`),
    ...onlyInFirst(valuesAfter, valuesBefore).map((value) => `${path}: ${name} has gained ${value}`),
  ];
}
