import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { adminTicketsApi, type AdminTicket } from "../../../../../shared/api-tickets.ts";
import type { EventFacts } from "../../../../../shared/event-facts.ts";
import { Button } from "../../../ui/button.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { adminCall } from "../auth/admin-call.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { toast } from "../toast.ts";
import { useNow } from "../use-now.ts";
import styles from "./ticket-actions.module.css";
import { isToldOfVoid, ticketName } from "./ticket-text.ts";
import { useTicketAction } from "./use-tickets.ts";

/** The id of the group of buttons of a ticket. */
export const ticketActionsId = (ticketId: string): string => `actions-${ticketId}`;

/** Buttons that let the holder in, mail the ticket again, or make the ticket void. `event`: the event's current facts. */
export function TicketActions({ ticket, event }: { ticket: AdminTicket; event: EventFacts }) {
  const { ticketId, holder, email, state } = ticket;
  const [question, setQuestion] = useState<"let-in" | "void">();
  // A confirmation after a failure sends the same id, so that the shop lets the holder in only once, and does not refuse the ticket
  // as used. Each question has a new id, because the door may have undone the check-in that had the earlier id.
  const [checkInId, setCheckInId] = useState("");
  const askToLetIn = () => {
    setCheckInId(crypto.randomUUID());
    setQuestion("let-in");
  };
  const close = () => setQuestion(undefined);
  const actionsRef = useRef<HTMLDivElement>(null);
  /** Closes the question. Focuses the group of buttons, because the button that opened the question disappears. */
  const closeAndFocusActions = () => {
    flushSync(close);
    actionsRef.current?.focus();
  };
  const params = { id: ticketId };
  const letInMutation = useTicketAction(
    () => adminCall(adminTicketsApi.letIn, { params, body: { id: checkInId } }),
    () => {
      toast.success(`${holder} is in`);
      closeAndFocusActions();
    },
  );
  const makeVoidMutation = useTicketAction(
    () => adminCall(adminTicketsApi.voidTicket, { params }),
    () => {
      toast.success("The ticket is void");
      closeAndFocusActions();
    },
  );
  const sendAgainMutation = useTicketAction(
    () => adminCall(adminTicketsApi.sendTicket, { params }),
    () => toast.success(`The ticket was sent to ${email ?? holder}`),
  );
  const now = useNow();
  const hiddenName = <VisuallyHidden> {`ticket of ${holder}`}</VisuallyHidden>;
  return (
    <div
      ref={actionsRef}
      id={ticketActionsId(ticketId)}
      role="group"
      aria-label={`Ticket of ${holder}`}
      tabIndex={-1}
      className={styles.actions}
    >
      {state === "valid" && (
        <Button variant="secondary" onClick={askToLetIn}>
          Let in{hiddenName}
        </Button>
      )}
      {state !== "void" && email !== undefined && (
        <Button
          variant="secondary"
          loading={sendAgainMutation.isPending}
          onClick={() => sendAgainMutation.mutate(undefined)}
        >
          Send again{hiddenName}
        </Button>
      )}
      {state !== "void" && (
        <Button variant="secondary" onClick={() => setQuestion("void")}>
          Void{hiddenName}
        </Button>
      )}
      <ConfirmDialog
        open={question === "let-in"}
        title="Let in"
        actionText="Let in"
        pendingText="Letting in..."
        isPending={letInMutation.isPending}
        onConfirm={() => letInMutation.mutate(undefined)}
        onClose={close}
      >
        {ticketName(ticket)}: the guest counts as let in, and the ticket is refused at the doors from now on.
      </ConfirmDialog>
      <ConfirmDialog
        open={question === "void"}
        title="Make the ticket void"
        actionText="Make void"
        pendingText="Making void..."
        isDanger
        isPending={makeVoidMutation.isPending}
        onConfirm={() => makeVoidMutation.mutate(undefined)}
        onClose={close}
      >
        {ticketName(ticket)} is refused at the doors from now on. This cannot be undone, and refunds no money.
        {isToldOfVoid(ticket, event, now) ? " A mail tells the holder." : " No mail tells the holder."}
      </ConfirmDialog>
    </div>
  );
}
