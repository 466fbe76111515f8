type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
const text = (value: Json | undefined): string => (value === undefined ? "nothing" : JSON.stringify(value));

/** Keywords that describe and do not restrict. */
const ANNOTATIONS = ["$schema", "$id", "$comment", "title", "description", "examples"];
/** Keywords whose values are sets of names or values. */
const SETS = ["required", "enum"];

/**
 * Pure: the changes of a JSON Schema that another version needs, each as a line with its path. A version may gain optional
 * fields and other descriptions, nothing else: consumers that know the earlier schema must be able to read new events,
 * and those that know the new one must be able to read the archive.
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
  return text(before) === text(after) ? [] : [`${path}: was ${text(before)}, is ${text(after)}`];
}

const keysOf = (...objects: JsonObject[]): string[] => [...new Set(objects.flatMap(Object.keys))];

/** A new field is no breaking change by itself: `required` says whether it is optional. */
function changedProperties(before: Json | undefined, after: Json | undefined, path: string): string[] {
  const [fields, newFields] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  return Object.entries(fields).flatMap(([name, field]) =>
    name in newFields
      ? breakingChanges(field, newFields[name], `${path}.${name}`)
      : [`${path}.${name}: was removed`],
  );
}

function changedSet(name: string, before: Json | undefined, after: Json | undefined, path: string): string[] {
  const [values, newValues] = [before, after].map((set) => (isList(set) ? set.map(text) : []));
  const missingFrom = (set: string[] = [], other: string[] = []) =>
    set.filter((value) => !other.includes(value));
  return [
    ...missingFrom(values, newValues).map((value) => `${path}: ${name} has lost ${value}`),
    ...missingFrom(newValues, values).map((value) => `${path}: ${name} has gained ${value}`),
  ];
}
