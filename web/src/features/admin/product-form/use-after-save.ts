import { useState } from "react";
import { isEventOver } from "../../../../../shared/event-facts.ts";
import type { Product } from "../../../../../shared/product.ts";
import { useNavigate } from "../../../router/hooks.ts";
import { POLL_INTERVAL_MS, stockQuery } from "../product-list/product-queries.ts";
import { isSameEvent } from "../tickets/changed-tickets.ts";
import { eventUrl } from "../tickets/tickets-url.ts";
import { useTicketsOn } from "../tickets/use-tickets-on.ts";
import { toast } from "../toast.ts";
import { usePolledQuery } from "../use-polled-query.ts";

/** Whether a ticket's event has another date or place now. False if the event was already over. */
const hasMoved = (before: Product, { event }: Product): boolean =>
  before.event !== undefined &&
  event !== undefined &&
  !isEventOver(before, Date.now()) &&
  !isSameEvent(before.event, event);

/**
 * Returns the function to call after a save. The function closes the form. If an event with sold tickets has
 * another date or place now, it opens the event's tickets instead, where the admin can tell the holders.
 * `product`: the product before the save; undefined for a new product.
 */
export function useAfterSave(product: Product | undefined, onClose: () => void): (saved: Product) => void {
  // The first value, because the save replaces `product` in the list.
  const [productBefore] = useState(product);
  const navigate = useNavigate();
  const areTicketsOn = useTicketsOn();
  const { data: stock } = usePolledQuery(stockQuery(productBefore?.id ?? ""), POLL_INTERVAL_MS, {
    enabled: productBefore !== undefined,
  });
  return (saved) => {
    const hasSoldTickets = stock?.variants.some(({ sold }) => sold > 0) ?? false;
    if (!areTicketsOn || !hasSoldTickets || !productBefore || !hasMoved(productBefore, saved)) {
      toast.success(`${saved.name} saved`);
      return onClose();
    }
    toast.success(`${saved.name} saved. Its holders do not know the new date or place yet.`);
    void navigate(eventUrl(saved.id));
  };
}
