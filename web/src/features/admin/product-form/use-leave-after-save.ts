import { useState } from "react";
import { isEventOver } from "../../../../../shared/event-facts.ts";
import type { Product } from "../../../../../shared/product.ts";
import { useNavigate } from "../../../router/hooks.ts";
import { POLL_INTERVAL_MS, stockQuery } from "../product-list/product-queries.ts";
import { isSameEvent } from "../tickets/outdated-tickets.ts";
import { eventUrl } from "../tickets/tickets-url.ts";
import { toast } from "../toast.ts";
import { usePolledQuery } from "../use-polled-query.ts";
import { hasTickets } from "../auth/amplify.ts";

/** Whether a save has changed the title, times or venue of a ticket's event. False if the event was over before the save. */
const hasEventChanged = (before: Product, { event }: Product): boolean =>
  before.event !== undefined &&
  event !== undefined &&
  !isEventOver(before, Date.now()) &&
  !isSameEvent(before.event, event);

/**
 * Returns a function that leaves the form after a save. The function closes the form. If the title, times or venue of an event with
 * sold tickets were changed, the function opens the event's tickets instead: there the admin can tell the holders of the change.
 * `product`: the product before the save; undefined for a new product.
 */
export function useLeaveAfterSave(
  product: Product | undefined,
  onClose: () => void,
): (savedProduct: Product) => void {
  // Keep the first value, because the save replaces `product` in the list.
  const [productBefore] = useState(product);
  const navigate = useNavigate();
  const { data: stock } = usePolledQuery(stockQuery(productBefore?.id ?? ""), POLL_INTERVAL_MS, {
    enabled: productBefore !== undefined,
  });
  return (savedProduct) => {
    const hasSoldTickets = stock?.variants.some(({ sold }) => sold > 0) ?? false;
    if (!hasTickets() || !hasSoldTickets || !productBefore || !hasEventChanged(productBefore, savedProduct)) {
      toast.success(`${savedProduct.name} saved`);
      return onClose();
    }
    toast.success(`${savedProduct.name} saved. Its holders do not know the new date or place yet.`);
    void navigate(eventUrl(savedProduct.id));
  };
}
