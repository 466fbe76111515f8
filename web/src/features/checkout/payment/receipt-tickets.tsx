import { eventLine } from "../../../../../shared/event-text.ts";
import { formatShortCode } from "../../../../../shared/tickets/ticket-code.ts";
import type { TicketView } from "../../../../../shared/tickets/ticket.ts";
import { ticketPath } from "../../../../../shared/tickets/ticket-path.ts";
import { canShowCode, ticketNumberText, stateText, titlesOf } from "../../../tickets/ticket-text.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import styles from "./receipt-tickets.module.css";
import { useIssuedTickets } from "./use-issued-tickets.ts";
import type { Payment } from "./use-payment.ts";
import { useState } from "react";

/** A ticket on the receipt. Its link opens the page with the large code. */
function TicketRow({ ticket, nowMs }: { ticket: TicketView; nowMs: number }) {
  const { title } = titlesOf(ticket);
  const isCodeShown = canShowCode(ticket, nowMs);
  return (
    <li className={styles.ticket}>
      {isCodeShown && (
        <QrCode
          text={ticket.code}
          label={`Code of ${ticketNumberText(ticket)}`}
          className={styles.qr ?? ""}
        />
      )}
      <div className={styles.text}>
        <p className="eyebrow">{ticketNumberText(ticket)}</p>
        <h3 className={styles.name}>{title}</h3>
        {ticket.event && <p>{eventLine(ticket.event)}</p>}
        {ticket.holder && <p>{ticket.holder}</p>}
        {!isCodeShown && <p className={styles.state}>{stateText(ticket, nowMs)?.title}</p>}
        {isCodeShown && ticket.shortCode && <p className="mono">{formatShortCode(ticket.shortCode)}</p>}
        {isCodeShown && (
          <ButtonLink
            to={ticketPath([ticket.code])}
            variant="secondary"
            className={styles.open}
            aria-label={`Open ${ticketNumberText(ticket)}`}
          >
            Open Ticket
          </ButtonLink>
        )}
      </div>
    </li>
  );
}

type MissingTicketsProps = {
  isPolling: boolean;
  isOnlyTicket: boolean;
  areSomeIssued: boolean;
  email: string | undefined;
};

function MissingTickets({ isPolling, isOnlyTicket, areSomeIssued, email }: MissingTicketsProps) {
  if (isPolling)
    return <Spinner label={isOnlyTicket ? "Your ticket is being made." : "Your tickets are being made."} />;
  const mailedText = `mailed ${email ? `to ${email}` : "to you"} as soon as`;
  return isOnlyTicket ? (
    <Notice role="status" title="Your ticket comes by email">
      <p>Making it takes longer than usual. It is {mailedText} it is ready.</p>
    </Notice>
  ) : (
    <Notice role="status" title={`Your ${areSomeIssued ? "other tickets" : "tickets"} come by email`}>
      <p>Making them takes longer than usual. They are {mailedText} they are ready.</p>
    </Notice>
  );
}

function PickUpCode({ code }: { code: string }) {
  return (
    <section aria-labelledby="pick-up-code" className={styles.section}>
      <h2 id="pick-up-code" className={styles.pickUpTitle}>
        Show this when you pick up
      </h2>
      <div className={styles.ticket}>
        <QrCode text={code} label="Code of your order" className={styles.qr ?? ""} />
        <p className={styles.text}>We scan it, and hand over your order. The code is in the email too.</p>
      </div>
    </section>
  );
}

type ReceiptTicketsProps = { firstPayment: Payment; sessionId: string };

/** The tickets of a paid order as soon as they are issued, and the pick-up code. Each is printed on a separate page. */
export function ReceiptTickets({ firstPayment, sessionId }: ReceiptTicketsProps) {
  const { tickets, boughtCount, hasAllTickets, pickUpCode, isPolling } = useIssuedTickets(
    firstPayment,
    sessionId,
  );
  const [nowMs] = useState(() => Date.now());
  const codes = tickets.flatMap((ticket) => (canShowCode(ticket, nowMs) ? [ticket.code] : []));
  return (
    <>
      {boughtCount > 0 && (
        <section aria-labelledby="tickets" className={styles.section}>
          <h2 id="tickets" className={styles.title}>
            {boughtCount === 1 ? "Your ticket" : "Your tickets"}
          </h2>
          <ul className={styles.list}>
            {tickets.map((ticket) => (
              <TicketRow key={ticket.ticketId} ticket={ticket} nowMs={nowMs} />
            ))}
          </ul>
          {!hasAllTickets && (
            <MissingTickets
              isPolling={isPolling}
              isOnlyTicket={boughtCount === 1}
              areSomeIssued={tickets.length > 0}
              email={firstPayment.receipt.customer.email}
            />
          )}
          {codes.length > 1 && (
            <ButtonLink to={ticketPath(codes)} icon="ticket" className={styles.all}>
              Open All Tickets
            </ButtonLink>
          )}
        </section>
      )}
      {pickUpCode && <PickUpCode code={pickUpCode} />}
    </>
  );
}
