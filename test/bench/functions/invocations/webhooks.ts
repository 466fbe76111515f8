import { randomUUID } from "node:crypto";
import { putWebhook } from "../../../../lambdas/webhooks/endpoint-table.ts";
import type { BenchShop } from "./bench-shop.ts";
import { shopMessage, type MakeEvent } from "./events.ts";

/** Events for a shop with one webhook endpoint, at `url`. */
export async function webhookEvents(shop: BenchShop, url: string): Promise<Record<string, MakeEvent>> {
  await putWebhook({
    ...{ id: "whk_bench", url, description: "", types: ["OrderPaid"], state: "active", secret: randomUUID() },
    createdAt: new Date().toISOString(),
  });
  const { orderId } = await shop.buy();
  const event = await shop.eventOf(orderId, "OrderPaid");
  return { "deliver-webhooks: one endpoint": () => shopMessage({ ...event, id: randomUUID() }) };
}
