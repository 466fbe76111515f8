// `npm run stripe:resend -- --stage prod --since 2026-11-22T10:00:00Z`: settles again what Stripe has reported since then.
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type Stripe from "stripe";
import { settlingEvents } from "../../shared/stripe-events.ts";
import { awsOptions, CommandError, confirm, readArguments, runCommand } from "./command.ts";
import { readOutputs } from "./deployed-stack.ts";
import { parseTime } from "./restore/restored-table.ts";
import { sendEvent, stripeClient } from "./stripe-client.ts";

/** The events that the shop handles since a time, the oldest first. Stripe keeps events for 30 days. */
export async function eventsSince(stripe: Stripe, since: Date): Promise<Stripe.Event[]> {
  const query = { created: { gte: Math.floor(+since / 1000) }, types: [...settlingEvents], limit: 100 };
  const events: Stripe.Event[] = [];
  for await (const event of stripe.events.list(query)) events.push(event);
  return events.reverse();
}

/** Sends events to the shop's webhook. Throws at the first that the shop does not take. */
export async function resendEvents(
  events: readonly Stripe.Event[],
  url: string,
  signingSecret: string,
): Promise<void> {
  for (const [index, event] of events.entries()) {
    const status = await sendEvent(url, event, signingSecret, new Date());
    if (status !== 200)
      throw new CommandError(
        `The shop answered ${status} to ${event.id}, after ${index} of ${events.length} events. Remove the cause and repeat ` +
          "the command: an event that was applied changes nothing.",
      );
  }
}

if (import.meta.main)
  await runCommand(async () => {
    const { stage, since, yes } = readArguments(["stage", "since"], process.argv.slice(2), {
      help: "Sends Stripe's events since a time to the shop again, for example after a restore.",
    });
    const outputs = await readOutputs(stage);
    const client = new SecretsManagerClient(awsOptions);
    const read = async (SecretId: string | undefined): Promise<string> =>
      (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? "";
    const events = await eventsSince(
      stripeClient(await read(outputs["StripeApiKeyArn"])),
      parseTime(since, new Date()),
    );
    await confirm(
      `Stripe has reported ${events.length} events since ${since}. They are sent to ${outputs["StripeWebhookUrl"] ?? ""} again. ` +
        "Those that were applied change nothing.",
      yes,
    );
    await resendEvents(
      events,
      outputs["StripeWebhookUrl"] ?? "",
      await read(outputs["StripeWebhookSecretArn"]),
    );
    console.log(`${events.length} events are sent. settle-payment applies them within a minute.`);
  });
