// `npm run stripe:resend -- --stage prod --since 2026-11-22T10:00:00Z`: sends Stripe's events since a time to the shop
// again.
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { setTimeout as delay } from "node:timers/promises";
import type Stripe from "stripe";
import { settlingEvents } from "../../shared/stripe-events.ts";
import { awsOptions, CommandError, confirm, readArguments, runCommand } from "./command.ts";
import { requireOutputs } from "./deployed-stack.ts";
import { parseTime } from "./parse-time.ts";
import { sendEvent, stripeClient } from "./stripe-client.ts";

/** Stripe's events since `since` that the shop handles, the oldest first. */
export async function listEventsSince(stripe: Stripe, since: Date): Promise<Stripe.Event[]> {
  const query = { created: { gte: Math.floor(+since / 1000) }, types: [...settlingEvents], limit: 100 };
  const events: Stripe.Event[] = [];
  for await (const event of stripe.events.list(query)) events.push(event);
  return events.reverse();
}

/** Stripe keeps events for 30 days. */
const STRIPE_RETENTION_MS = 30 * 86_400_000;

/** What the command will do, for the question before it starts. */
export const describeResend = (count: number, since: Date, now: Date, url: string): string =>
  `Stripe has reported ${count} events since ${since.toISOString()}. They are sent to ${url} again. Those that were applied ` +
  "change nothing." +
  (+now - +since > STRIPE_RETENTION_MS
    ? " Stripe has deleted events that are older than 30 days: compare older payments by hand."
    : "");

/** The pauses before the next tries of an event, in ms. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

/** Whether a later try may succeed: the shop was not reached, or has too much to do. */
const isTransient = (answer: number | string): boolean =>
  typeof answer === "string" || answer === 429 || answer >= 500;

/** Sends an event, at most six times. Returns the status of the last answer, or why there was none. */
async function sendWithRetries(
  event: Stripe.Event,
  url: string,
  signingSecret: string,
  wait: (ms: number) => Promise<unknown>,
): Promise<number | string> {
  const send = () =>
    sendEvent(url, event, signingSecret, new Date()).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
  for (const pauseMs of PAUSES_MS) {
    const answer = await send();
    if (!isTransient(answer)) return answer;
    await wait(pauseMs);
  }
  return send();
}

/**
 * Sends events to the shop's webhook. Throws at the first event that the shop refuses. `wait` is for tests.
 */
export async function resendEvents(
  events: readonly Stripe.Event[],
  url: string,
  signingSecret: string,
  wait: (ms: number) => Promise<unknown> = delay,
): Promise<void> {
  for (const [index, event] of events.entries()) {
    const answer = await sendWithRetries(event, url, signingSecret, wait);
    if (answer !== 200)
      throw new CommandError(
        `The shop answered ${answer} to ${event.id}, after ${index} of ${events.length} events. Remove the cause and repeat ` +
          "the command: an event that was applied changes nothing.",
      );
  }
}

if (import.meta.main)
  await runCommand(async () => {
    const { stage, since, yes } = readArguments(["stage", "since"], process.argv.slice(2), {
      help: "Sends Stripe's events since a time to the shop again, for example after a restore.",
    });
    const now = new Date();
    const time = parseTime(since, now);
    const outputs = await requireOutputs(stage, [
      "StripeApiKeyArn",
      "StripeWebhookSecretArn",
      "StripeWebhookUrl",
    ]);
    const client = new SecretsManagerClient(awsOptions);
    const readSecret = async (SecretId: string): Promise<string> =>
      (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? "";
    const { StripeWebhookUrl } = outputs;
    const events = await listEventsSince(stripeClient(await readSecret(outputs.StripeApiKeyArn)), time);
    await confirm(describeResend(events.length, time, now, StripeWebhookUrl), yes);
    await resendEvents(events, StripeWebhookUrl, await readSecret(outputs.StripeWebhookSecretArn));
    console.log(`${events.length} events are sent. settle-payment applies them within a minute.`);
  });
