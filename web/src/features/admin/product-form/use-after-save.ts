import { useState } from "react";
import { isOver } from "../../../../../shared/event-facts.ts";
import type { Product } from "../../../../../shared/product.ts";
import { useNavigate } from "../../../router/hooks.ts";
import { POLL_INTERVAL_MS, stockQuery } from "../product-list/product-queries.ts";
import { isSameEvent } from "../tickets/changed-tickets.ts";
import { eventUrl } from "../tickets/tickets-url.ts";
import { useTicketsOn } from "../tickets/use-tickets-on.ts";
import { toast } from "../toast.ts";
import { usePolledQuery } from "../use-polled-query.ts";

/** Whether the event of a ticket, which was not over, has another date or place now. */
const hasMoved = (before: Product, { event }: Product): boolean =>
  before.event !== undefined &&
  event !== undefined &&
  !isOver(before, Date.now()) &&
  !isSameEvent(before.event, event);

/**
 * Returns what the form does after a save: it closes, or, if an event with sold tickets has another date or place now, opens
 * the event's tickets, where the admin can tell the holders. `product`: the one to change; undefined for a new one.
 */
export function useAfterSave(product: Product | undefined, onClose: () => void): (saved: Product) => void {
  // Kept as it was before, because the save replaces `product` in the list.
  const [before] = useState(product);
  const navigate = useNavigate();
  const areTicketsOn = useTicketsOn();
  const { data: stock } = usePolledQuery(stockQuery(before?.id ?? ""), POLL_INTERVAL_MS, {
    enabled: before !== undefined,
  });
  return (saved) => {
    const isSold = stock?.variants.some(({ sold }) => sold > 0) ?? false;
    if (!areTicketsOn || !isSold || !before || !hasMoved(before, saved)) {
      toast.success(`${saved.name} saved`);
      return onClose();
    }
    toast.success(`${saved.name} saved. Its holders do not know the new date or place yet.`);
    void navigate(eventUrl(saved.id));
  };
}
