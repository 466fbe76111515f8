import { useState } from "react";
import { flushSync } from "react-dom";
import { adminTicketsApi, type AdminEventRow, type AdminTicket } from "../../../../../shared/api-tickets.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { adminCall } from "../auth/admin-call.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { countText } from "../count-text.ts";
import { toast } from "../toast.ts";
import { outdatedTickets, ticketIdsByRequest } from "./outdated-tickets.ts";
import styles from "./event-details.module.css";
import { mailResultText } from "./ticket-text.ts";
import { useTicketAction } from "./use-tickets.ts";

/** The id of the heading of the event's page. */
export const EVENT_HEADING_ID = "event";

/** A notice with a button that mails the holders whose tickets have an earlier title, time or venue of the event. */
export function ChangedEvent({ event, tickets }: { event: AdminEventRow; tickets: readonly AdminTicket[] }) {
  const [isAsking, setIsAsking] = useState(false);
  const ticketsToMail = outdatedTickets(tickets, event.event);
  const ticketsText = countText(ticketsToMail.length, "ticket");
  const tellMutation = useTicketAction(
    async () => {
      let mailedCount = 0;
      for (const ticketIds of ticketIdsByRequest(ticketsToMail)) {
        const { told } = await adminCall(adminTicketsApi.tellOfChange, { body: { ticketIds } });
        mailedCount += told;
      }
      return { mailedCount, ticketCount: ticketsToMail.length };
    },
    (result) => {
      flushSync(() => setIsAsking(false));
      const { text, isComplete } = mailResultText(result);
      if (!isComplete) return void toast.error(text);
      toast.success(text);
      // The notice, whose button had the focus, disappears.
      document.getElementById(EVENT_HEADING_ID)?.focus();
    },
  );
  if (ticketsToMail.length === 0) return null;
  return (
    <Notice
      tone="warn"
      className={styles.changed}
      title="The event was changed after the sale"
      actions={
        <Button variant="secondary" icon="mail" onClick={() => setIsAsking(true)}>
          Tell the holders
        </Button>
      }
    >
      <p>
        The {ticketsToMail.length === 1 ? "holder" : "holders"} of {ticketsText}{" "}
        {ticketsToMail.length === 1 ? "knows" : "know"} its earlier title, date or place. The codes stay
        valid.
      </p>
      <ConfirmDialog
        open={isAsking}
        title="Tell the holders"
        actionText="Send emails"
        pendingText="Sending..."
        isPending={tellMutation.isPending}
        onConfirm={() => tellMutation.mutate(undefined)}
        onClose={() => setIsAsking(false)}
      >
        Each address gets one mail with the present date and place of its valid tickets, {ticketsText} in all.
        Used and void tickets get none.
      </ConfirmDialog>
    </Notice>
  );
}
