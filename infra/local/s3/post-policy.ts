import * as z from "zod/mini";
import { parseJson } from "../util/parse.ts";
import { accessDenied, badRequest, invalidArgument, signatureMismatch } from "./errors.ts";
import { signatureOf, type Credentials } from "./signature.ts";

const text = z.string();
const conditionSchema = z.union([
  z.tuple([z.literal("content-length-range"), z.number(), z.number()]),
  z.tuple([z.enum(["eq", "starts-with"]), text.check(z.startsWith("$")), text]),
  z.record(text, text),
]);
const policySchema = z.object({ expiration: text, conditions: z.array(conditionSchema) });
type Condition = z.infer<typeof conditionSchema>;

/** Fields that the policy need not mention. */
const UNCONDITIONAL_FIELDS = ["x-amz-signature", "policy", "file", "bucket"];

/** A posted form: fields by name in lower case, and the file's size in bytes. */
export interface PostedForm {
  fields: Record<string, string>;
  size: number;
}

/**
 * Checks a presigned POST: its signature, its expiry (`now` in ms), every condition, and that each field has
 * a condition. Throws S3's error if a check fails.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
export function requirePolicy(
  { fields, size }: PostedForm,
  { bucket, credentials, now }: { bucket: string; credentials: Credentials; now: number },
): void {
  const encodedPolicy = fields["policy"];
  if (encodedPolicy === undefined) throw accessDenied();
  const [accessKeyId, ...scope] = (fields["x-amz-credential"] ?? "").split("/");
  if (fields["x-amz-algorithm"] !== "AWS4-HMAC-SHA256" || scope.length !== 4)
    throw invalidArgument("X-Amz-Algorithm and X-Amz-Credential are required.");
  const signature = signatureOf(credentials.secretAccessKey, scope, encodedPolicy);
  if (accessKeyId !== credentials.accessKeyId || signature !== fields["x-amz-signature"])
    throw signatureMismatch();
  const policy = decodePolicy(encodedPolicy);
  if (!(Date.parse(policy.expiration) > now))
    throw accessDenied("Invalid according to Policy: Policy expired.");
  const values = { ...fields, bucket };
  for (const condition of policy.conditions) requireCondition(condition, values, size);
  const allowedNames = new Set([...policy.conditions.flatMap(fieldNamesOf), ...UNCONDITIONAL_FIELDS]);
  const extra = Object.keys(fields).find((name) => !allowedNames.has(name) && !name.startsWith("x-ignore-"));
  if (extra !== undefined) throw accessDenied(`Invalid according to Policy: Extra input fields: ${extra}`);
}

function requireCondition(condition: Condition, values: Record<string, string>, size: number): void {
  const failure = () =>
    accessDenied(`Invalid according to Policy: Policy Condition failed: ${JSON.stringify(condition)}`);
  if (!Array.isArray(condition)) {
    if (Object.entries(condition).some(([name, value]) => values[name.toLowerCase()] !== value))
      throw failure();
    return;
  }
  if (condition[0] === "content-length-range") {
    const [, minBytes, maxBytes] = condition;
    if (size < minBytes)
      throw badRequest("EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size");
    if (size > maxBytes)
      throw badRequest("EntityTooLarge", "Your proposed upload exceeds the maximum allowed size");
    return;
  }
  const [operator, name, expected] = condition;
  const value = values[name.slice(1).toLowerCase()] ?? "";
  if (operator === "eq" ? value !== expected : !value.startsWith(expected)) throw failure();
}

/** The fields that a condition is about, without the `$` that begins a name in a list. */
function fieldNamesOf(condition: Condition): string[] {
  if (!Array.isArray(condition)) return Object.keys(condition).map((name) => name.toLowerCase());
  return condition[0] === "content-length-range" ? [] : [condition[1].slice(1).toLowerCase()];
}

function decodePolicy(encoded: string): z.infer<typeof policySchema> {
  const policy = policySchema.safeParse(parseJson(Buffer.from(encoded, "base64").toString()));
  if (policy.success) return policy.data;
  const message = "The content of the form does not meet the conditions specified.";
  throw badRequest("InvalidPolicyDocument", message);
}
