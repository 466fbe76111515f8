type Test = (value: unknown) => boolean;
export type Matcher = (event: unknown) => boolean;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isLiteral = (value: unknown): boolean =>
  value === null || ["string", "number", "boolean"].includes(typeof value);

const comparisons: Record<string, (value: number, limit: number) => boolean> = {
  "=": (value, limit) => value === limit,
  "<": (value, limit) => value < limit,
  "<=": (value, limit) => value <= limit,
  ">": (value, limit) => value > limit,
  ">=": (value, limit) => value >= limit,
};

function wrong(operator: string, argument: unknown): Error {
  return new Error(
    `The event pattern uses ${operator} with ${JSON.stringify(argument)}, which the local stack does not know.`,
  );
}

function numeric(argument: unknown): Test {
  if (!Array.isArray(argument) || argument.length === 0 || argument.length % 2)
    throw wrong("numeric", argument);
  const parts = argument as unknown[];
  const tests: ((value: number) => boolean)[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const compare = comparisons[String(parts[i])];
    const limit = parts[i + 1];
    if (!compare || typeof limit !== "number") throw wrong("numeric", argument);
    tests.push((value) => compare(value, limit));
  }
  return (value) => typeof value === "number" && tests.every((test) => test(value));
}

/** Compares text with the argument, or without regard to case if that is `{"equals-ignore-case": text}`. */
function textTest(
  operator: string,
  argument: unknown,
  compare: (value: string, text: string) => boolean,
): Test {
  if (isText(argument)) return (value) => isText(value) && compare(value, argument);
  const text = isObject(argument) ? argument["equals-ignore-case"] : undefined;
  if (!isText(text) || Object.keys(argument as object).length !== 1) throw wrong(operator, argument);
  return (value) => isText(value) && compare(value.toLowerCase(), text.toLowerCase());
}

function anythingBut(argument: unknown): Test {
  const refused = isObject(argument)
    ? [valueTest(argument)]
    : [argument].flat().map((literal) => {
        if (!isText(literal) && typeof literal !== "number") throw wrong("anything-but", argument);
        return valueTest(literal);
      });
  return (value) => value !== undefined && !refused.some((test) => test(value));
}

const operators: Record<string, (argument: unknown) => Test> = {
  prefix: (argument) => textTest("prefix", argument, (value, text) => value.startsWith(text)),
  suffix: (argument) => textTest("suffix", argument, (value, text) => value.endsWith(text)),
  "equals-ignore-case": (text) =>
    textTest("equals-ignore-case", { "equals-ignore-case": text }, (value, same) => value === same),
  "anything-but": anythingBut,
  numeric,
  exists: (argument) => {
    if (typeof argument !== "boolean") throw wrong("exists", argument);
    return (value) => (value !== undefined && !isObject(value)) === argument;
  },
};

function valueTest(rule: unknown): Test {
  if (isLiteral(rule)) return (value) => value === rule;
  const [entry, ...others] = isObject(rule) ? Object.entries(rule) : [];
  if (!entry || others.length > 0) throw wrong("a rule", rule);
  const operator = operators[entry[0]];
  if (!operator)
    throw new Error(`An event pattern uses the operator "${entry[0]}", which the local stack does not know.`);
  return operator(entry[1]);
}

/** A list in the event matches if one of its values does. */
const anyOf =
  (tests: Test[]): Test =>
  (value) =>
    (Array.isArray(value) && value.length > 0 ? value : [value]).some((one) =>
      tests.some((test) => test(one)),
    );

function fieldTest(rule: unknown): Test {
  if (Array.isArray(rule)) return anyOf(rule.map(valueTest));
  if (isObject(rule)) {
    const inner = compilePattern(rule);
    return (value) => (Array.isArray(value) ? value.some(inner) : inner(value));
  }
  throw new Error(`An event pattern has ${JSON.stringify(rule)} where a list of values is expected.`);
}

/**
 * Make the matcher of an event pattern, for rules, archives and event source filters (EventBridge user guide,
 * "Comparison operators"). An unknown operator throws with its name.
 */
export function compilePattern(pattern: Record<string, unknown>): Matcher {
  const tests = Object.entries(pattern).map(([name, rule]): Matcher => {
    if (name === "$or") {
      if (!Array.isArray(rule)) throw wrong("$or", rule);
      const choices = rule.map((choice) => {
        if (!isObject(choice)) throw wrong("$or", rule);
        return compilePattern(choice);
      });
      return (event) => choices.some((matches) => matches(event));
    }
    const test = fieldTest(rule);
    return (event) => test(isObject(event) ? event[name] : undefined);
  });
  return (event) => tests.every((matches) => matches(event));
}
