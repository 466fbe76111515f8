import * as z from "zod/mini";

/** Parses the environment variables. Throws an error with the names of missing or wrong variables. */
export function readEnv<S extends z.core.$ZodType>(schema: S): z.infer<S> {
  const result = z.safeParse(schema, process.env);
  if (result.success) return result.data;
  const names = result.error.issues.map((issue) => issue.path.join(".")).join(", ");
  throw new Error(`Environment variables are missing or wrong: ${names}`);
}

/** A variable that must not be empty. */
export const Text = z.string().check(z.minLength(1));

/** The value of a JSON text; undefined for any other text, which the schema of the value then refuses. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A variable that contains JSON which matches `schema`. */
export const Json = <S extends z.core.$ZodType>(schema: S) =>
  z.pipe(z.pipe(Text, z.transform(parseJson)), schema);
