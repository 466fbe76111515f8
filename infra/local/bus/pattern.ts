import { isRecord } from "../util/parse.ts";

type ValueTest = (value: unknown) => boolean;
export type Matcher = (event: unknown) => boolean;

const isText = (value: unknown): value is string => typeof value === "string";
const isLiteral = (value: unknown): boolean =>
  value === null || ["string", "number", "boolean"].includes(typeof value);

function patternError(operator: string, argument: unknown): Error {
  return new Error(
    `The event pattern uses ${operator} ${JSON.stringify(argument)}, which the local stack does not know.`,
  );
}

/** Compares text with `argument`; ignores case if `argument` is `{"equals-ignore-case": text}`. */
function textTest(
  operator: string,
  argument: unknown,
  compare: (value: string, text: string) => boolean,
): ValueTest {
  if (isText(argument)) return (value) => isText(value) && compare(value, argument);
  const text = isRecord(argument) ? argument["equals-ignore-case"] : undefined;
  if (!isText(text) || Object.keys(argument as object).length !== 1) throw patternError(operator, argument);
  return (value) => isText(value) && compare(value.toLowerCase(), text.toLowerCase());
}

function anythingButTest(argument: unknown): ValueTest {
  const excludedTests = isRecord(argument)
    ? [valueTest(argument)]
    : [argument].flat().map((literal) => {
        if (!isText(literal) && typeof literal !== "number") throw patternError("anything-but", argument);
        return valueTest(literal);
      });
  return (value) => value !== undefined && !excludedTests.some((test) => test(value));
}

const operators: Record<string, (argument: unknown) => ValueTest> = {
  prefix: (argument) => textTest("prefix", argument, (value, text) => value.startsWith(text)),
  suffix: (argument) => textTest("suffix", argument, (value, text) => value.endsWith(text)),
  "equals-ignore-case": (argument) =>
    textTest("equals-ignore-case", { "equals-ignore-case": argument }, (value, text) => value === text),
  "anything-but": anythingButTest,
  exists: (argument) => {
    if (typeof argument !== "boolean") throw patternError("exists", argument);
    // EventBridge's `exists` is true only for a field that has no fields of its own.
    return (value) => (value !== undefined && !isRecord(value)) === argument;
  },
};

function valueTest(condition: unknown): ValueTest {
  if (isLiteral(condition)) return (value) => value === condition;
  const [entry, ...others] = isRecord(condition) ? Object.entries(condition) : [];
  if (!entry || others.length > 0) throw patternError("the condition", condition);
  const [name, argument] = entry;
  const operator = operators[name];
  if (!operator)
    throw new Error(`An event pattern uses the operator "${name}", which the local stack does not know.`);
  return operator(argument);
}

/** A list in the event matches if any of its elements passes any test. */
const anyOf =
  (tests: ValueTest[]): ValueTest =>
  (value) =>
    (Array.isArray(value) && value.length > 0 ? value : [value]).some((element) =>
      tests.some((test) => test(element)),
    );

function fieldTest(condition: unknown): ValueTest {
  if (Array.isArray(condition)) return anyOf(condition.map(valueTest));
  if (isRecord(condition)) {
    const matches = compilePattern(condition);
    return (value) => (Array.isArray(value) ? value.some(matches) : matches(value));
  }
  throw new Error(`An event pattern has ${JSON.stringify(condition)} where a list of values is expected.`);
}

/**
 * Makes the matcher of an event pattern, for rules, archives and event source filters (EventBridge user guide,
 * "Comparison operators"). Throws an error that names an unsupported operator or argument.
 */
export function compilePattern(pattern: Record<string, unknown>): Matcher {
  const tests = Object.entries(pattern).map(([name, condition]): Matcher => {
    if (name === "$or") {
      if (!Array.isArray(condition)) throw patternError("$or", condition);
      const alternatives = condition.map((alternative) => {
        if (!isRecord(alternative)) throw patternError("$or", condition);
        return compilePattern(alternative);
      });
      return (event) => alternatives.some((matches) => matches(event));
    }
    const test = fieldTest(condition);
    return (event) => test(isRecord(event) ? event[name] : undefined);
  });
  return (event) => tests.every((matches) => matches(event));
}
