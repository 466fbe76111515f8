import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { newTicketKey } from "../../../shared/tickets/new-ticket-key.ts";
import { toSecretText } from "../../../shared/tickets/ticket-keys.ts";
import type { Stack } from "../template/stack.ts";

const Values = z.record(z.string(), z.string());
const FunctionProperties = z.object({
  Environment: z.optional(z.object({ Variables: z.optional(z.record(z.string(), z.unknown())) })),
});

export type SecretValues = {
  /** The text of each secret by ARN. */
  byArn: Record<string, string>;
  stripeKey: string;
  stripeWebhookSecret: string;
};

/** The ARN in the environment variable `variable` of any function; undefined if no function has the variable. */
const secretArnIn = (stack: Stack, variable: string): string | undefined =>
  stack
    .resources("AWS::Lambda::Function", FunctionProperties)
    .map(({ properties }) => properties.Environment?.Variables?.[variable])
    .find((arn) => typeof arn === "string");

/**
 * Random values for all secrets and, in a stage with tickets, a key for tickets, created once and stored in the data
 * folder. Stripe's secrets in `options` replace the stored values, but are not stored.
 */
export async function readSecretValues(
  stack: Stack,
  dataDir: string,
  options: { stripeKey?: string | undefined; stripeWebhookSecret?: string | undefined },
): Promise<SecretValues> {
  const file = join(dataDir, "secrets.json");
  const stored = existsSync(file) ? Values.parse(JSON.parse(readFileSync(file, "utf8"))) : {};
  const randomHex = (): string => randomBytes(24).toString("hex");
  const stripeKeyArn = z.parse(z.string(), secretArnIn(stack, "STRIPE_SECRET_ARN"));
  const webhookSecretArn = z.parse(z.string(), secretArnIn(stack, "STRIPE_WEBHOOK_SECRET_ARN"));
  // Undefined in a stage without tickets.
  const ticketKeysArn = secretArnIn(stack, "TICKET_KEYS_ARN");
  const ticketKeys = toSecretText([await newTicketKey(1, new Date())]);
  const generators: Record<string, () => string> = {
    [stripeKeyArn]: () => `sk_test_${randomHex()}`,
    [webhookSecretArn]: () => `whsec_${randomHex()}`,
    ...(ticketKeysArn !== undefined && { [ticketKeysArn]: () => ticketKeys }),
  };
  const arns = stack.resources("AWS::SecretsManager::Secret", z.object({})).map(({ ref }) => ref);
  const byArn = Object.fromEntries(arns.map((arn) => [arn, stored[arn] ?? (generators[arn] ?? randomHex)()]));
  writeFileSync(file, JSON.stringify(byArn, null, 2), { mode: 0o600 });

  const stripeKey = options.stripeKey ?? byArn[stripeKeyArn] ?? "";
  const stripeWebhookSecret = options.stripeWebhookSecret ?? byArn[webhookSecretArn] ?? "";
  return {
    byArn: { ...byArn, [stripeKeyArn]: stripeKey, [webhookSecretArn]: stripeWebhookSecret },
    stripeKey,
    stripeWebhookSecret,
  };
}
