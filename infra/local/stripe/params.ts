import * as z from "zod/mini";
import { invalid, type StripeApiError } from "./errors.ts";
import type { FormTree } from "./form.ts";

/** A check that fails with one of Stripe's error codes; `%s` in the message is replaced by the value. */
export function codedCheck<T>(code: string, isValid: (value: T) => boolean, message: string) {
  const error = ({ input }: { input?: unknown }) => message.replace("%s", () => String(input));
  return z.refine<T>(isValid, { params: { code }, error });
}

const EMPTY_MESSAGE =
  "You passed an empty string. We assume empty values are an attempt to unset a parameter; however it cannot be unset.";

export const text = (max = 5_000) =>
  z.string().check(
    codedCheck("parameter_invalid_empty", (value) => value !== "", EMPTY_MESSAGE),
    codedCheck(
      "parameter_invalid_string_too_long",
      (value) => value.length <= max,
      `Invalid string: the value must be at most ${max} characters`,
    ),
  );

/** A whole number from `min` to `max`, sent as text. */
export function integer(min: number, max = 99_999_999) {
  const check = (isValid: (value: string) => boolean, message: string) =>
    codedCheck("parameter_invalid_integer", isValid, message);
  return z.pipe(
    z.string().check(
      check((value) => /^-?\d{1,15}$/.test(value), "Invalid integer: %s"),
      check((value) => Number(value) >= min, `This value must be greater than or equal to ${min}.`),
      check((value) => Number(value) <= max, `This value must be less than or equal to ${max}.`),
    ),
    z.transform(Number),
  );
}

export const bool = z.stringbool({ truthy: ["true"], falsy: ["false"] });

/** In seconds since 1970. */
export const timestamp = integer(0, 99_999_999_999);

const isWebUrl = (value: string): boolean => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** An absolute web address. It may contain the placeholder `{CHECKOUT_SESSION_ID}`. */
export const webUrl = text().check(codedCheck("url_invalid", isWebUrl, "Not a valid URL"));

const isEmail = (value: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value);

export const email = z.string().check(codedCheck("email_invalid", isEmail, "Invalid email address: %s"));

/** An array sent as `name[0]`, `name[1]`, … */
export const list = <T extends z.core.$ZodType>(item: T) =>
  z.pipe(
    z.record(z.string().check(z.regex(/^\d+$/)), z.unknown()),
    z.pipe(z.transform(Object.values), z.array(item)),
  );

/** https://docs.stripe.com/api/metadata */
export const metadata = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500)));

/** Parses a request's fields. Throws Stripe's error for the first invalid parameter, named like `a[b]`. */
export function parseParams<T extends z.core.$ZodType>(schema: T, form: FormTree): z.output<T> {
  const result = z.safeParse(schema, form);
  if (result.success) return result.data;
  throw errorOf(result.error.issues[0], form);
}

function errorOf(issue: z.core.$ZodIssue | undefined, form: FormTree): StripeApiError {
  if (issue === undefined) return invalid("Invalid request.");
  const param = bracketedName(issue.path);
  if (issue.code === "unrecognized_keys") {
    const unknownName = bracketedName([...issue.path, issue.keys[0] ?? ""]);
    return invalid(`Received unknown parameter: ${unknownName}`, "parameter_unknown", unknownName);
  }
  if (valueAt(form, issue.path) === undefined)
    return invalid(`Missing required param: ${param}.`, "parameter_missing", param);
  if (issue.code === "custom" && typeof issue.params?.["code"] === "string")
    return invalid(issue.message, issue.params["code"], param);
  return invalid(`Invalid ${param}: ${issue.message}`, undefined, param);
}

function bracketedName(path: readonly PropertyKey[]): string {
  return path.map((segment, i) => (i === 0 ? String(segment) : `[${String(segment)}]`)).join("");
}

function valueAt(form: FormTree, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (typeof node === "object" && node !== null ? Reflect.get(node, key) : undefined),
    form,
  );
}
