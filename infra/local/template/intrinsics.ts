import { isRecord } from "../util/parse.ts";

/** The values that an expression can refer to. Each function throws for an unknown name. */
export type Scope = {
  ref(name: string): unknown;
  attribute(logicalId: string, attribute: string): unknown;
  mapping(map: string, key: string, entry: string): unknown;
  condition(name: string): boolean;
};

/** The value of `Ref: AWS::NoValue`. A property with this value is left out. */
export const NO_VALUE = Symbol("AWS::NoValue");

function text(value: unknown, where: string): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return String(value);
  throw new Error(`${where}: expected text, got ${JSON.stringify(value)}`);
}

function list(value: unknown, where: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`${where}: expected a list, got ${JSON.stringify(value)}`);
}

type Intrinsic = (argument: unknown, evaluate: (value: unknown) => unknown, scope: Scope) => unknown;

const refOrGetAtt = (scope: Scope, path: string): unknown => {
  const [id = "", ...attribute] = path.split(".");
  return attribute.length ? scope.attribute(id, attribute.join(".")) : scope.ref(id);
};

/** The supported intrinsic functions of CloudFormation. */
const intrinsics: Record<string, Intrinsic> = {
  Ref: (name, _, scope) => scope.ref(text(name, "Ref")),
  Condition: (name, _, scope) => scope.condition(text(name, "Condition")),
  "Fn::GetAtt": (argument, evaluate, scope) => {
    const parts = typeof argument === "string" ? argument.split(".") : list(argument, "Fn::GetAtt");
    const [id, ...attribute] = parts.map((part) => text(evaluate(part), "Fn::GetAtt"));
    return scope.attribute(id ?? "", attribute.join("."));
  },
  "Fn::Join": (argument, evaluate) => {
    const [separator, parts] = list(argument, "Fn::Join");
    return list(evaluate(parts), "Fn::Join")
      .map((part) => text(part, "Fn::Join"))
      .join(text(separator, "Fn::Join"));
  },
  "Fn::Sub": (argument, evaluate, scope) => {
    const [template, variables] = Array.isArray(argument) ? (argument as unknown[]) : [argument, {}];
    const values = evaluate(variables) as Record<string, unknown>;
    return text(template, "Fn::Sub").replace(/\$\{(!?)([^}]+)\}/g, (whole, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      return text(Object.hasOwn(values, name) ? values[name] : refOrGetAtt(scope, name), `Fn::Sub ${whole}`);
    });
  },
  "Fn::Select": (argument, evaluate) => {
    const [index, values] = list(argument, "Fn::Select").map(evaluate);
    const entry = list(values, "Fn::Select")[Number(index)];
    if (entry === undefined) throw new Error(`Fn::Select: no entry ${String(index)}`);
    return entry;
  },
  "Fn::Split": (argument, evaluate) => {
    const [separator, value] = list(argument, "Fn::Split").map(evaluate);
    return text(value, "Fn::Split").split(text(separator, "Fn::Split"));
  },
  "Fn::FindInMap": (argument, evaluate, scope) => {
    const [map = "", key = "", entry = ""] = list(argument, "Fn::FindInMap").map((part) =>
      text(evaluate(part), "Fn::FindInMap"),
    );
    return scope.mapping(map, key, entry);
  },
  "Fn::If": (argument, evaluate, scope) => {
    const [condition, valueIfTrue, valueIfFalse] = list(argument, "Fn::If");
    return evaluate(scope.condition(text(condition, "Fn::If")) ? valueIfTrue : valueIfFalse);
  },
  "Fn::Equals": (argument, evaluate) => {
    const [left, right] = list(argument, "Fn::Equals").map(evaluate);
    return left === right;
  },
  "Fn::And": (argument, evaluate) => list(argument, "Fn::And").every((part) => evaluate(part) === true),
  "Fn::Or": (argument, evaluate) => list(argument, "Fn::Or").some((part) => evaluate(part) === true),
  "Fn::Not": (argument, evaluate) => evaluate(list(argument, "Fn::Not")[0]) !== true,
  "Fn::Base64": (argument, evaluate) =>
    Buffer.from(text(evaluate(argument), "Fn::Base64")).toString("base64"),
};

/** [name, argument] if `value` calls an intrinsic function. `Condition` with a text is also a call. */
function intrinsicCall(value: Record<string, unknown>): [string, unknown] | undefined {
  const [entry, ...others] = Object.entries(value);
  if (!entry || others.length > 0) return undefined;
  const [name, argument] = entry;
  const isIntrinsic =
    name === "Ref" || name.startsWith("Fn::") || (name === "Condition" && typeof argument === "string");
  return isIntrinsic ? entry : undefined;
}

/** Compute the value of an expression in the template. Throws for an unknown intrinsic. */
export function evaluate(value: unknown, scope: Scope): unknown {
  const evaluatePart = (part: unknown): unknown => evaluate(part, scope);
  if (Array.isArray(value)) return value.map(evaluatePart).filter((part) => part !== NO_VALUE);
  if (!isRecord(value)) return value;
  const call = intrinsicCall(value);
  if (call) return findIntrinsic(call[0])(call[1], evaluatePart, scope);
  const entries = Object.entries(value).map(([key, part]) => [key, evaluatePart(part)] as const);
  return Object.fromEntries(entries.filter(([, part]) => part !== NO_VALUE));
}

function findIntrinsic(name: string): Intrinsic {
  const intrinsic = intrinsics[name];
  if (!intrinsic)
    throw new Error(`The template uses the intrinsic ${name}, which the local stack does not know.`);
  return intrinsic;
}

/** Throw for an unknown intrinsic in a part of the template, even if the part is not used. */
export function checkIntrinsics(value: unknown): void {
  if (Array.isArray(value)) value.forEach(checkIntrinsics);
  if (!isRecord(value)) return;
  for (const [key, part] of Object.entries(value)) {
    if (key.startsWith("Fn::")) findIntrinsic(key);
    checkIntrinsics(part);
  }
}
