import { useState } from "react";
import type { TicketView } from "../../../../shared/tickets/ticket.ts";
import { canShowCode } from "../../tickets/ticket-text.ts";
import { Button } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { usePageHeadingFocus, usePageHeadingFocusAfterClose } from "../../ui/page-heading-focus.ts";
import { useWakeLock } from "../../ui/use-wake-lock.ts";
import { TeamEmail } from "../../ui/team-email.tsx";
import { SendTicketDialog } from "./send-ticket-dialog.tsx";
import type { NewHolder } from "./send-ticket.ts";
import { TicketCard } from "./ticket-card.tsx";
import { TicketsStatus } from "./tickets-status.tsx";
import styles from "./tickets.module.css";
import { useOfflinePage } from "./use-offline-page.ts";
import { useTickets } from "./use-tickets.ts";

export function Tickets({ codes }: { codes: readonly string[] }) {
  const state = useTickets(codes);
  const { tickets, replace } = state;
  const keepFocus = usePageHeadingFocus(state.status);
  const [nowMs] = useState(() => Date.now());
  const ticketsWithCode = tickets.filter((ticket) => canShowCode(ticket, nowMs));
  useWakeLock(ticketsWithCode.length > 0);
  useOfflinePage(ticketsWithCode.length > 0);
  const [ticketToSend, setTicketToSend] = useState<TicketView>();
  usePageHeadingFocusAfterClose(ticketToSend !== undefined);
  const [newHolder, setNewHolder] = useState<NewHolder>();
  const readAgain = () => {
    keepFocus();
    state.readAgain();
  };
  const onSent = (holder: NewHolder, formerHoldersTicket: TicketView) => {
    if (ticketToSend?.code) replace(ticketToSend.code, formerHoldersTicket);
    setNewHolder(holder);
    // The visitor may have closed the dialog and opened it for another ticket.
    setTicketToSend((current) => (current?.ticketId === holder.ticketId ? undefined : current));
  };
  return (
    <>
      <PageTitle
        className={styles.title}
        lead={
          ticketsWithCode.length > 0
            ? "Show the code at the door. Turn up the brightness of your screen."
            : undefined
        }
      >
        {codes.length === 1 ? "Your ticket" : "Your tickets"}
      </PageTitle>
      <div className={styles.status}>
        <TicketsStatus state={state} onTryAgain={readAgain} />
      </div>
      {state.status === "loading" && tickets.length === 0 && (
        <Spinner large label={codes.length === 1 ? "Loading your ticket..." : "Loading your tickets..."} />
      )}
      <ul className={styles.list}>
        {tickets.map((ticket, index) => (
          <li key={index}>
            <TicketCard
              ticket={ticket}
              nowMs={nowMs}
              newHolder={newHolder?.ticketId === ticket.ticketId ? newHolder : undefined}
              onSend={() => setTicketToSend(ticket)}
            />
          </li>
        ))}
      </ul>
      {tickets.length > 0 && (
        <div className={styles.foot}>
          {ticketsWithCode.length > 0 && (
            <Button variant="secondary" icon="print" onClick={() => window.print()}>
              Print
            </Button>
          )}
          <p>
            Something wrong? Write to <TeamEmail />.
          </p>
        </div>
      )}
      <SendTicketDialog
        ticket={ticketToSend}
        onClose={() => setTicketToSend(undefined)}
        onSent={onSent}
        onFailed={readAgain}
      />
    </>
  );
}
