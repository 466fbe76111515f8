import type { DeliveredType } from "../../shared/webhooks.ts";
import type { StoredWebhook } from "./endpoint-table.ts";

/** Whether an event is for an endpoint. Whoever has ever taken OrderContact must learn what to delete. */
export const takes = (
  { types, hasTakenContact }: Pick<StoredWebhook, "types" | "hasTakenContact">,
  type: DeliveredType,
): boolean => types.some((taken) => taken === type) || (type === "OrderErased" && hasTakenContact === true);
