import type * as z from "zod/mini";

/** The first message of each field, by its path ('variants.2.stock'). */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of error.issues) found[path.join(".")] ??= message;
  return found;
}
