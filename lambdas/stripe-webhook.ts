import * as z from "zod/mini";
import { publicApi } from "../shared/api-public.ts";
import { apiMessages } from "../shared/api-messages.ts";
import { alarmField } from "../shared/log-alarms.ts";
import { STRIPE_SOURCE } from "../shared/events.ts";
import { putEvents } from "./lib/bus.ts";
import { AppError, unavailable } from "./lib/errors.ts";
import { readEnv, Text } from "./lib/env.ts";
import { httpFunction } from "./lib/http.ts";
import { rawBody, route } from "./lib/route.ts";
import { log, addOrderToLog, orderIdContext } from "./lib/log.ts";
import { readSecret } from "./lib/secrets.ts";
import { isSignedByStripe } from "./lib/stripe-signature.ts";
import { withoutPersonalData } from "./lib/without-personal-data.ts";

const envSchema = z.object({ ORIGIN_SECRET_ARN: Text, STRIPE_WEBHOOK_SECRET_ARN: Text, BUS_NAME: Text });
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);

const StripeEvent = z.looseObject({ id: z.string(), type: z.string(), created: z.number() });

/** The part of an event that contains the id of the session's order. */
const OrderOfSession = z.object({
  data: z.object({ object: z.object({ metadata: z.object({ orderId: z.string() }) }) }),
});

function addSessionOrderToLog(detail: unknown): void {
  const session = z.safeParse(OrderOfSession, detail).data?.data.object;
  const { orderId } = orderIdContext([session?.metadata.orderId]);
  if (orderId !== undefined) addOrderToLog(orderId);
}

function parseStripeEvent(body: string): z.infer<typeof StripeEvent> {
  try {
    return z.parse(StripeEvent, JSON.parse(body));
  } catch {
    throw new AppError(400, apiMessages.malformedJson);
  }
}

/**
 * Verifies the signature of Stripe's events and puts the events on the bus without personal data. Answers 2xx only after
 * the bus has accepted the event, because Stripe sends an event again after any other answer.
 */
export const handler = httpFunction(env.ORIGIN_SECRET_ARN, [
  route(publicApi.stripeWebhook, async ({ event, headers, now }) => {
    const body = rawBody(event);
    const signingSecret = await readSecret(env.STRIPE_WEBHOOK_SECRET_ARN);
    if (!isSignedByStripe(body, headers["stripe-signature"], signingSecret, now)) {
      if (headers["stripe-signature"] !== undefined)
        log.error("A webhook's signature is wrong", { ...alarmField("secret"), secret: "webhook" });
      throw new AppError(400, "The signature is not Stripe's, or too old.");
    }
    const detail = parseStripeEvent(body);
    addSessionOrderToLog(detail);
    const [errorCode] = await putEvents(env.BUS_NAME, [
      {
        source: STRIPE_SOURCE,
        detailType: detail.type,
        detail: withoutPersonalData(detail),
        time: new Date(detail.created * 1000),
      },
    ]);
    if (errorCode !== undefined)
      throw unavailable(new Error(`The bus refused Stripe's event ${detail.id}: ${errorCode}`));
    return { output: { received: true as const } };
  }),
]);
