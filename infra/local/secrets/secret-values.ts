import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Stack } from "../template/stack.ts";

const Values = z.record(z.string(), z.string());
const FunctionProperties = z.object({
  Environment: z.optional(z.object({ Variables: z.optional(z.record(z.string(), z.unknown())) })),
});

export type SecretValues = {
  /** Every secret's text, by its ARN. */
  byArn: Record<string, string>;
  stripeKey: string;
  stripeWebhookSecret: string;
};

/** Which secret a function's variable of this name names: the way a function finds it. */
function secretNamedBy(stack: Stack, variable: string): string {
  for (const { properties } of stack.resources("AWS::Lambda::Function", FunctionProperties)) {
    const arn = properties.Environment?.Variables?.[variable];
    if (typeof arn === "string") return arn;
  }
  throw new Error(`No function of the template has the variable ${variable}.`);
}

/**
 * The secrets' values: made once and kept in the data folder. Stripe's are as operations would set them: `given`, or
 * made up for the simulator.
 */
export function readSecretValues(
  stack: Stack,
  dataDir: string,
  given: { stripeKey?: string | undefined; stripeWebhookSecret?: string | undefined },
): SecretValues {
  const file = join(dataDir, "secrets.json");
  const kept = existsSync(file) ? Values.parse(JSON.parse(readFileSync(file, "utf8"))) : {};
  const random = (): string => randomBytes(24).toString("hex");
  const stripeKeyArn = secretNamedBy(stack, "STRIPE_SECRET_ARN");
  const webhookArn = secretNamedBy(stack, "STRIPE_WEBHOOK_SECRET_ARN");
  const made: Record<string, () => string> = {
    [stripeKeyArn]: () => `sk_test_${random()}`,
    [webhookArn]: () => `whsec_${random()}`,
  };
  const arns = stack.resources("AWS::SecretsManager::Secret", z.object({})).map(({ ref }) => ref);
  const byArn = Object.fromEntries(arns.map((arn) => [arn, kept[arn] ?? (made[arn] ?? random)()]));
  writeFileSync(file, JSON.stringify(byArn, null, 2), { mode: 0o600 });

  const stripeKey = given.stripeKey ?? byArn[stripeKeyArn] ?? "";
  const stripeWebhookSecret = given.stripeWebhookSecret ?? byArn[webhookArn] ?? "";
  return {
    byArn: { ...byArn, [stripeKeyArn]: stripeKey, [webhookArn]: stripeWebhookSecret },
    stripeKey,
    stripeWebhookSecret,
  };
}
