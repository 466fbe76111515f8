import * as z from "zod/mini";
import { invalid, type StripeFault } from "./errors.ts";
import { rowsOf, type FormTree } from "./form.ts";

/** A check whose failure carries one of Stripe's error codes. */
export function rule<T>(code: string, holds: (value: T) => boolean, message: (value: T) => string) {
  return z.refine<T>(holds, { params: { code }, error: (issue) => message(issue.input as T) });
}

export const text = (max = 5_000) =>
  z.string().check(
    rule(
      "parameter_invalid_empty",
      (value) => value !== "",
      () =>
        "You passed an empty string. We assume empty values are an attempt to unset a parameter; however it cannot be unset.",
    ),
    rule(
      "parameter_invalid_string_too_long",
      (value) => value.length <= max,
      () => `Invalid string: the value must be at most ${max} characters`,
    ),
  );

/** A whole number from `min` to `max`, which travels as text. */
export const integer = (min: number, max = 99_999_999) =>
  z.pipe(
    z.string().check(
      rule(
        "parameter_invalid_integer",
        (value) => /^-?\d{1,15}$/.test(value),
        (value) => `Invalid integer: ${value}`,
      ),
      rule(
        "parameter_invalid_integer",
        (value) => Number(value) >= min,
        () => `This value must be greater than or equal to ${min}.`,
      ),
      rule(
        "parameter_invalid_integer",
        (value) => Number(value) <= max,
        () => `This value must be less than or equal to ${max}.`,
      ),
    ),
    z.transform((value: string) => Number(value)),
  );

export const flag = z.pipe(
  z.enum(["true", "false"]),
  z.transform((value: "true" | "false") => value === "true"),
);

/** Only absolute web addresses; the session id's placeholder may stand in them. */
export const webUrl = text().check(
  rule(
    "url_invalid",
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    () => "Not a valid URL",
  ),
);

export const email = z.string().check(
  rule(
    "email_invalid",
    (value) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value),
    (value) => `Invalid email address: ${value}`,
  ),
);

/** An array sent as `name[0]`, `name[1]`, …; other keys fail the check for an array. */
export const list = <T extends z.core.$ZodType>(item: T, max = 100) =>
  z.pipe(
    z.transform((value: unknown) => rowsOf(value) ?? value),
    z.array(item).check(
      rule(
        "array_too_long",
        (rows) => rows.length <= max,
        (rows) => `Array must contain at most ${max} elements (received ${rows.length}).`,
      ),
    ),
  );

/** At most 50 keys of 40 characters with values of 500; an empty value means no such key. https://docs.stripe.com/api/metadata */
export const metadata = z.pipe(
  z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500))).check(
    rule(
      "parameter_invalid",
      (value) => Object.keys(value).length <= 50,
      () => "Metadata can have up to 50 keys.",
    ),
  ),
  z.transform((value: Record<string, string>) =>
    Object.fromEntries(Object.entries(value).filter(([, v]) => v !== "")),
  ),
);

/** Parses a request's fields; the first failure is thrown as Stripe words it, with `param` in brackets. */
export function parseParams<T extends z.core.$ZodType>(schema: T, form: FormTree): z.output<T> {
  const result = z.safeParse(schema, form);
  if (result.success) return result.data;
  throw toFault(result.error.issues[0], form);
}

function toFault(issue: z.core.$ZodIssue | undefined, form: FormTree): StripeFault {
  if (issue === undefined) return invalid("Invalid request.");
  const param = bracketed(issue.path);
  if (issue.code === "unrecognized_keys") {
    const unknown = bracketed([...issue.path, issue.keys[0] ?? ""]);
    return invalid(`Received unknown parameter: ${unknown}`, "parameter_unknown", unknown);
  }
  if (valueAt(form, issue.path) === undefined) {
    return invalid(`Missing required param: ${param}.`, "parameter_missing", param);
  }
  if (issue.code === "custom" && typeof issue.params?.["code"] === "string") {
    return invalid(issue.message, issue.params["code"], param);
  }
  return invalid(`Invalid ${param}: ${issue.message}`, undefined, param);
}

function bracketed(path: readonly PropertyKey[]): string {
  return path.map((segment, i) => (i === 0 ? String(segment) : `[${String(segment)}]`)).join("");
}

function valueAt(form: FormTree, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (typeof node === "object" && node !== null ? Reflect.get(node, key) : undefined),
    form,
  );
}
