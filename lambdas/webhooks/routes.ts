import { randomUUID } from "node:crypto";
import { apiMessages } from "../../shared/api-messages.ts";
import { webhooksApi } from "../../shared/api-webhooks.ts";
import { conflict } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import { route, type AdminCheck, type Route } from "../lib/route.ts";
import { listDeliveries } from "./delivery-table.ts";
import { pauseWebhook, readWebhooks, resumeWebhook } from "./endpoint-table.ts";
import { createWebhook, removeWebhook, renewSecret, updateWebhook } from "./save-webhook.ts";
import { sendDeliveryAgain, sendTestEvent } from "./send-now.ts";
import type { TargetRules } from "../lib/target.ts";

type Options = TargetRules & {
  /** False in a stage that sends no webhooks. */
  isOn: boolean;
};

/** Logs a change. With `change` 'added' the line is 'A webhook endpoint was added'. */
const logChange = (change: string, webhookId: string, admin: string): void =>
  log.info(`A webhook endpoint was ${change}`, { webhook: webhookId, admin });

/** The routes of the back office for webhooks. Answers contain a secret only if the output in `webhooksApi` has it. */
export const webhookRoutes = (checkSession: AdminCheck, { isOn, ...rules }: Options): Route[] => [
  route(webhooksApi.listWebhooks, async () => ({ output: { isOn, webhooks: await readWebhooks() } })),
  route(
    webhooksApi.createWebhook,
    async ({ body, admin, now }) => {
      if (!isOn) throw conflict(apiMessages.webhooksOff);
      const output = await createWebhook(body, { admin, now }, rules);
      logChange("added", output.webhook.id, admin);
      return { output };
    },
    checkSession,
  ),
  route(
    webhooksApi.updateWebhook,
    async ({ params: { id }, body, admin, now }) => {
      const output = await updateWebhook(id, body, { admin, now }, rules);
      logChange("changed", id, admin);
      return { output };
    },
    checkSession,
  ),
  route(
    webhooksApi.changeWebhookState,
    async ({ params: { id }, body, admin, now }) => {
      const isResumed = body.state === "active";
      const setState = isResumed ? resumeWebhook : pauseWebhook;
      const output = await setState(id, { admin, now });
      logChange(isResumed ? "resumed" : "paused", id, admin);
      return { output };
    },
    checkSession,
  ),
  route(
    webhooksApi.renewWebhookSecret,
    async ({ params: { id }, body, admin, now }) => {
      const output = await renewSecret(id, body?.requestId ?? randomUUID(), { admin, now });
      logChange("given a new secret", id, admin);
      return { output };
    },
    checkSession,
  ),
  route(
    webhooksApi.deleteWebhook,
    async ({ params: { id }, admin }) => {
      await removeWebhook(id);
      logChange("removed", id, admin);
      return { output: undefined };
    },
    checkSession,
  ),
  route(
    webhooksApi.testWebhook,
    async ({ params, now }) => ({ output: await sendTestEvent(params.id, now, rules) }),
    checkSession,
  ),
  route(webhooksApi.listDeliveries, async ({ params, query }) => ({
    output: await listDeliveries(params.id, query.before),
  })),
  route(
    webhooksApi.sendDeliveryAgain,
    async ({ params }) => ({ output: await sendDeliveryAgain(params.id, params.deliveryId, rules) }),
    checkSession,
  ),
];
