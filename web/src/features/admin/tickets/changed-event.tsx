import { useState } from "react";
import { adminTicketsApi, type AdminEventRow, type AdminTicket } from "../../../../../shared/api-tickets.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { adminCall } from "../auth/admin-call.ts";
import { toast } from "../toast.ts";
import { ConfirmDialog } from "../webhooks/confirm-dialog.tsx";
import { changedTickets, requestsFor } from "./changed-tickets.ts";
import styles from "./event-details.module.css";
import { countText } from "./ticket-text.ts";
import { useTicketAction } from "./use-tickets.ts";

/** Tells the holders of tickets that the date or the place of their event was changed after the sale. */
export function ChangedEvent({ event, tickets }: { event: AdminEventRow; tickets: readonly AdminTicket[] }) {
  const [isAsking, setIsAsking] = useState(false);
  const changed = changedTickets(tickets, event.event);
  const told = countText(changed.length, "ticket");
  const tell = useTicketAction(
    async () => {
      for (const ticketIds of requestsFor(changed))
        await adminCall(adminTicketsApi.tellOfChange, { body: { ticketIds } });
    },
    () => {
      setIsAsking(false);
      toast.success("The holders were told");
    },
  );
  if (changed.length === 0) return null;
  return (
    <Notice
      tone="warn"
      className={styles.changed}
      title="The date or the place was changed after the sale"
      actions={
        <Button variant="secondary" icon="mail" onClick={() => setIsAsking(true)}>
          Tell the holders
        </Button>
      }
    >
      <p>
        {told} {changed.length === 1 ? "was" : "were"} issued with the earlier facts. The codes stay valid.
      </p>
      <ConfirmDialog
        open={isAsking}
        title="Tell the holders"
        action="Send mails"
        pendingText="Sending..."
        isPending={tell.isPending}
        onConfirm={() => tell.mutate(undefined)}
        onClose={() => setIsAsking(false)}
      >
        Each address gets a mail with the present date and place of its valid tickets. Used and void tickets
        are corrected without a mail.
      </ConfirmDialog>
    </Notice>
  );
}
