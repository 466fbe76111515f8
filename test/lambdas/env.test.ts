import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { Json, readEnv, Text } from "../../lambdas/lib/env.ts";

const Env = z.object({ TABLE_NAME: Text, LIMITS: Json(z.object({ max: z.number() })) });

test.each([
  ["", '{"max":1}', "TABLE_NAME"],
  ["shop", '{"max":"1"}', "LIMITS.max"],
  ["shop", "{max:1}", "LIMITS"],
  ["", "", "TABLE_NAME, LIMITS"],
])("with the variables '%s' and '%s', the error names %s", (tableName, limits, names) => {
  vi.stubEnv("TABLE_NAME", tableName);
  vi.stubEnv("LIMITS", limits);
  expect(() => readEnv(Env)).toThrow(new Error(`Environment variables are missing or wrong: ${names}`));
  vi.unstubAllEnvs();
});

test("variables are read with their JSON parsed", () => {
  vi.stubEnv("TABLE_NAME", "shop");
  vi.stubEnv("LIMITS", '{"max":1}');
  expect(readEnv(Env)).toEqual({ TABLE_NAME: "shop", LIMITS: { max: 1 } });
  vi.unstubAllEnvs();
});
