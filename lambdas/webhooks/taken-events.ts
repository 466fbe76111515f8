import type { DeliveredType } from "../../shared/webhooks.ts";
import type { StoredWebhook } from "./endpoint-table.ts";

/**
 * Whether an event is for an endpoint. An endpoint that has ever taken OrderContact also gets OrderErased, so that it can
 * delete the data.
 */
export const takesEvent = (
  { types, hasTakenContact }: Pick<StoredWebhook, "types" | "hasTakenContact">,
  type: DeliveredType,
): boolean => types.some((taken) => taken === type) || (type === "OrderErased" && hasTakenContact === true);
