import * as z from "zod/mini";

const Values = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value) => [value].flat()),
);

/** The parts of a statement in a bus policy that tests evaluate. */
export const BusStatement = z.object({
  Effect: z.literal("Allow"),
  Action: Values,
  Condition: z.record(z.string(), z.record(z.string(), Values)),
});

/** The values of each condition key in a request. A key that the request lacks has no entry. */
type Request = Record<string, string[]>;
type ConditionTest = (policyValues: string[], requestValues: string[] | undefined) => boolean;

/** IAM user guide, "Condition operators" and "Multivalued context keys". */
const operators: Record<string, ConditionTest> = {
  StringEquals: (policyValues, requestValues) =>
    requestValues?.length === 1 && policyValues.includes(requestValues[0] ?? ""),
  StringEqualsIfExists: (policyValues, requestValues) =>
    requestValues === undefined ||
    (requestValues.length === 1 && policyValues.includes(requestValues[0] ?? "")),
  // Also true if the request lacks the key.
  "ForAllValues:StringEquals": (policyValues, requestValues) =>
    (requestValues ?? []).every((value) => policyValues.includes(value)),
  // The value is "true" if the request must lack the key, and "false" if the request must have the key.
  Null: ([mustBeAbsent], requestValues) => (requestValues === undefined) === (mustBeAbsent === "true"),
};

/** Whether a statement allows `action` for a request. Throws for an unknown condition operator. */
export function allows(
  { Action, Condition }: z.infer<typeof BusStatement>,
  action: string,
  request: Request,
): boolean {
  const replaceVariables = (text: string) =>
    text.replace(/\$\{([^}]+)\}/g, (_, key: string) => request[key]?.[0] ?? "");
  return (
    Action.includes(action) &&
    Object.entries(Condition).every(([operator, keys]) => {
      const test = operators[operator];
      if (!test) throw new Error(`The condition operator ${operator} is unknown.`);
      return Object.entries(keys).every(([key, values]) => test(values.map(replaceVariables), request[key]));
    })
  );
}
