import { FunctionFailed } from "./instance.ts";

/**
 * Largest answer of a function, in bytes of JSON: 6 MiB and 100 bytes, as in Lambda's own error message. The
 * body of an HTTP answer is a string in this JSON, where a quote is escaped and counts as two bytes.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const MAX_ANSWER_BYTES = 6_291_556;

/** Throws as Lambda does when a function's answer is too large. */
export function requireAnswerSize(name: string, answer: unknown): void {
  const json = JSON.stringify(answer) as string | undefined;
  if (json !== undefined && Buffer.byteLength(json) > MAX_ANSWER_BYTES)
    throw new FunctionFailed(
      `${name}: Function.ResponseSizeTooLarge: Response payload size exceeded maximum allowed payload size (${MAX_ANSWER_BYTES} bytes).`,
    );
}
