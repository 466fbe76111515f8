import { apiMessages } from "../../shared/api-messages.ts";
import { webhooksApi } from "../../shared/api-webhooks.ts";
import { conflict } from "../lib/errors.ts";
import { route, type AdminCheck, type Route } from "../lib/route.ts";
import { listDeliveries } from "./delivery-table.ts";
import { pause, readWebhooks, resume } from "./endpoint-table.ts";
import { createWebhook, removeWebhook, renewSecret, updateWebhook } from "./save-webhook.ts";
import { sendAgain, sendTest } from "./send-now.ts";
import type { TargetRules } from "./target.ts";

type Options = TargetRules & {
  /** False in a stage that sends no webhooks. */
  isOn: boolean;
};

/** The routes of the back office for webhooks. Answers have no secret unless the contract names it. */
export const webhookRoutes = (checkSession: AdminCheck, { isOn, ...rules }: Options): Route[] => [
  route(webhooksApi.listWebhooks, async () => ({ output: { isOn, webhooks: await readWebhooks() } })),
  route(
    webhooksApi.createWebhook,
    async ({ body, now }) => {
      if (!isOn) throw conflict(apiMessages.webhooksOff);
      return { output: await createWebhook(body, now, rules) };
    },
    checkSession,
  ),
  route(
    webhooksApi.updateWebhook,
    async ({ params, body }) => ({ output: await updateWebhook(params.id, body, rules) }),
    checkSession,
  ),
  route(
    webhooksApi.changeWebhookState,
    async ({ params, body, admin }) => ({
      output: await (body.state === "active" ? resume(params.id) : pause(params.id, admin)),
    }),
    checkSession,
  ),
  route(
    webhooksApi.renewWebhookSecret,
    async ({ params, now }) => ({ output: await renewSecret(params.id, now) }),
    checkSession,
  ),
  route(
    webhooksApi.deleteWebhook,
    async ({ params }) => {
      await removeWebhook(params.id);
      return { output: undefined };
    },
    checkSession,
  ),
  route(
    webhooksApi.testWebhook,
    async ({ params, now }) => ({ output: await sendTest(params.id, now, rules) }),
    checkSession,
  ),
  route(webhooksApi.listDeliveries, async ({ params, query }) => ({
    output: await listDeliveries(params.id, query.before),
  })),
  route(
    webhooksApi.sendDeliveryAgain,
    async ({ params }) => ({ output: await sendAgain(params.id, params.deliveryId, rules) }),
    checkSession,
  ),
];
