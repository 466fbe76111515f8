import type { DeliveredType } from "../../shared/webhooks.ts";
import type { StoredWebhook } from "./endpoint-table.ts";

/**
 * Whether an endpoint gets events of a type. An endpoint that was ever subscribed to OrderContact also gets
 * OrderErased, so that it can delete the data.
 */
export const isSubscribedTo = (
  { types, hasTakenContact }: Pick<StoredWebhook, "types" | "hasTakenContact">,
  type: DeliveredType,
): boolean =>
  types.some((subscribedType) => subscribedType === type) ||
  (type === "OrderErased" && hasTakenContact === true);
