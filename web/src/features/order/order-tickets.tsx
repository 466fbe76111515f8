import { useState } from "react";
import { eventLine } from "../../../../shared/event-text.ts";
import type { TicketView } from "../../../../shared/tickets/ticket.ts";
import { address, hours, map } from "../../../../shared/site/address-and-hours.ts";
import { ticketPath } from "../../../../shared/tickets/ticket-path.ts";
import {
  canShowCode,
  numberAndHolderText,
  ticketNumberText,
  stateText,
  titlesOf,
} from "../../tickets/ticket-text.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./order.module.css";

function TicketRow({ ticket, nowMs }: { ticket: TicketView; nowMs: number }) {
  return (
    <li className={styles.row}>
      <div>
        <strong>{titlesOf(ticket).title}</strong>
        <p className={styles.small}>{numberAndHolderText(ticket)}</p>
        {ticket.event && <p className={styles.small}>{eventLine(ticket.event)}</p>}
        {!canShowCode(ticket, nowMs) && <p>{stateText(ticket, nowMs)?.title}</p>}
      </div>
      {canShowCode(ticket, nowMs) && (
        <ButtonLink
          to={ticketPath([ticket.code])}
          variant="secondary"
          icon="ticket"
          aria-label={`Open ${ticketNumberText(ticket)}`}
        >
          Open Ticket
        </ButtonLink>
      )}
    </li>
  );
}

/** The tickets of the order. The link of a ticket opens the page with the ticket's code. */
export function OrderTickets({ tickets }: { tickets: readonly TicketView[] }) {
  const [nowMs] = useState(() => Date.now());
  const codes = tickets.flatMap((ticket) => (canShowCode(ticket, nowMs) ? [ticket.code] : []));
  return (
    <section aria-labelledby="order-tickets" className={`card ${styles.panel}`}>
      <h2 id="order-tickets" className={styles.heading}>
        {tickets.length === 1 ? "Your ticket" : "Your tickets"}
      </h2>
      <ul className={styles.list}>
        {tickets.map((ticket) => (
          <TicketRow key={ticket.ticketId} ticket={ticket} nowMs={nowMs} />
        ))}
      </ul>
      {codes.length > 1 && (
        <div className={styles.actions}>
          <ButtonLink to={ticketPath(codes)} icon="ticket">
            Open All Tickets
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

/** The code that the customer shows to pick up the order, and where and when the studio is open. */
export function PickUpCode({ code }: { code: string }) {
  return (
    <section aria-labelledby="pick-up-code" className={`card ${styles.panel}`}>
      <h2 id="pick-up-code" className={styles.heading}>
        Show this when you pick up
      </h2>
      <div className={styles.pickUp}>
        <QrCode text={code} label="Code of your order" className={styles.qr ?? ""} />
        <div className={styles.list}>
          <p className={styles.help}>We scan it, and hand over your order.</p>
          <address className={styles.place}>
            <strong>{address.name}</strong>
            <a href={map.url} target="_blank" rel="noopener noreferrer">
              {address.street}, {address.city}, {address.state} {address.zip}
              <VisuallyHidden> (opens a map in a new tab)</VisuallyHidden>
            </a>
          </address>
          <dl className={styles.hours}>
            {hours.map(({ days, time }) => (
              <div key={days}>
                <dt>{days}</dt>
                <dd>{time}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
