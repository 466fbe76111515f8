import * as z from "zod/mini";

const Values = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value) => [value].flat()),
);

/** The parts of a bus's policy statement that tests evaluate. */
export const BusStatement = z.object({
  Effect: z.literal("Allow"),
  Action: Values,
  Condition: z.record(z.string(), z.record(z.string(), Values)),
});

/** The values of each condition key in a request. An absent key has no entry. */
type Request = Record<string, string[]>;
type Test = (wanted: string[], given: string[] | undefined) => boolean;

/** IAM user guide, "Condition operators" and "Multivalued context keys". */
const operators: Record<string, Test> = {
  StringEquals: (wanted, given) => given?.length === 1 && wanted.includes(given[0] ?? ""),
  StringEqualsIfExists: (wanted, given) =>
    given === undefined || (given.length === 1 && wanted.includes(given[0] ?? "")),
  // Also true for an absent key.
  "ForAllValues:StringEquals": (wanted, given) => (given ?? []).every((value) => wanted.includes(value)),
  Null: ([wanted], given) => (given === undefined) === (wanted === "true"),
};

/** Whether a statement allows `action` in a request with these condition keys. Throws for an unknown operator. */
export function allows(
  { Action, Condition }: z.infer<typeof BusStatement>,
  action: string,
  request: Request,
): boolean {
  const fill = (text: string) => text.replace(/\$\{([^}]+)\}/g, (_, key: string) => request[key]?.[0] ?? "");
  return (
    Action.includes(action) &&
    Object.entries(Condition).every(([operator, keys]) => {
      const test = operators[operator];
      if (!test) throw new Error(`The condition operator ${operator} is not known.`);
      return Object.entries(keys).every(([key, wanted]) => test(wanted.map(fill), request[key]));
    })
  );
}
