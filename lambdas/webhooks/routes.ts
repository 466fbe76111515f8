import { apiMessages } from "../../shared/api-messages.ts";
import { webhooksApi } from "../../shared/api-webhooks.ts";
import { conflict } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import { route, type AdminCheck, type Route } from "../lib/route.ts";
import { listDeliveries } from "./delivery-table.ts";
import { pauseWebhook, readWebhooks, resumeWebhook, type ChangedBy } from "./endpoint-table.ts";
import { createWebhook, removeWebhook, renewSecret, updateWebhook } from "./save-webhook.ts";
import { sendDeliveryAgain, sendTestEvent } from "./send-now.ts";
import type { TargetRules } from "../lib/target.ts";

type Options = TargetRules & {
  /** False in a stage that sends no webhooks. */
  isOn: boolean;
};

/** Logs a change. With `change` 'added' the line is 'A webhook endpoint was added'. */
const logChange = (change: string, webhook: string, { admin }: ChangedBy): void =>
  log.info(`A webhook endpoint was ${change}`, { webhook, admin });

/** The routes of the back office for webhooks. Answers have no secret unless the contract names it. */
export const webhookRoutes = (checkSession: AdminCheck, { isOn, ...rules }: Options): Route[] => [
  route(webhooksApi.listWebhooks, async () => ({ output: { isOn, webhooks: await readWebhooks() } })),
  route(
    webhooksApi.createWebhook,
    async ({ body, ...by }) => {
      if (!isOn) throw conflict(apiMessages.webhooksOff);
      const output = await createWebhook(body, by, rules);
      logChange("added", output.webhook.id, by);
      return { output };
    },
    checkSession,
  ),
  route(
    webhooksApi.updateWebhook,
    async ({ params: { id }, body, ...by }) => {
      const output = await updateWebhook(id, body, by, rules);
      logChange("changed", id, by);
      return { output };
    },
    checkSession,
  ),
  route(
    webhooksApi.changeWebhookState,
    async ({ params: { id }, body, ...by }) => {
      const isResumed = body.state === "active";
      const output = await (isResumed ? resumeWebhook(id, by) : pauseWebhook(id, by));
      logChange(isResumed ? "resumed" : "paused", id, by);
      return { output };
    },
    checkSession,
  ),
  route(
    webhooksApi.renewWebhookSecret,
    async ({ params: { id }, ...by }) => {
      const output = await renewSecret(id, by);
      logChange("given a new secret", id, by);
      return { output };
    },
    checkSession,
  ),
  route(
    webhooksApi.deleteWebhook,
    async ({ params: { id }, ...by }) => {
      await removeWebhook(id);
      logChange("removed", id, by);
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
