import * as z from "zod/mini";
import { ShopEvent } from "../shared/events.ts";
import { mailSettings, BackInStockMailEnv } from "./back-in-stock/mail-env.ts";
import { mailWaitingPeople } from "./back-in-stock/mail-waiting-people.ts";
import { startMailing } from "./back-in-stock/waiting-list-table.ts";
import { readEnv } from "./lib/env.ts";
import { queueFunction } from "./lib/queue.ts";
import { NO_VARIANT } from "./products/product-table.ts";

export type Env = z.infer<typeof BackInStockMailEnv>;
const settings = mailSettings(readEnv(BackInStockMailEnv));

/** After this time a run begins no further mail. reconcile-back-in-stock sends the rest. */
const MAX_MAILING_MS = 20_000;

/** Reads the queue of StockBack events, and mails the people who wait for the product or variant. */
export const handler = queueFunction(async ({ detail }) => {
  const event = z.parse(ShopEvent, detail);
  if (event.type !== "StockBack") return;
  const variant = { productId: event.productId, variantId: event.variantId ?? NO_VARIANT };
  if (await startMailing(variant, event.time))
    await mailWaitingPeople(
      variant,
      { eventTime: event.time, deadline: Date.now() + MAX_MAILING_MS },
      settings,
    );
});
