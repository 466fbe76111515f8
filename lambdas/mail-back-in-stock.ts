import * as z from "zod/mini";
import { ShopEvent } from "../shared/events.ts";
import { mailSettings, MailWaitingEnv } from "./back-in-stock/mail-env.ts";
import { mailWaiting } from "./back-in-stock/mail-waiting.ts";
import { startMailing } from "./back-in-stock/request-table.ts";
import { readEnv } from "./lib/env.ts";
import { queueFunction } from "./lib/queue.ts";
import { NO_VARIANT } from "./products/product-table.ts";

export type Env = z.infer<typeof MailWaitingEnv>;
const settings = mailSettings(readEnv(MailWaitingEnv));

/** The time for mails in one run, in ms. reconcile-back-in-stock sends the rest. */
const MAIL_MS = 20_000;

/** Queue of StockBack events: mails the people who wait for the product or variant. */
export const handler = queueFunction(async ({ detail }) => {
  const event = z.parse(ShopEvent, detail);
  if (event.type !== "StockBack") return;
  const subject = { productId: event.productId, variantId: event.variantId ?? NO_VARIANT };
  if (await startMailing(subject, event.time))
    await mailWaiting(subject, { time: event.time, deadline: Date.now() + MAIL_MS }, settings);
});
