import type { AdminTicket } from "../../../../../shared/api-tickets.ts";
import type { EventFacts } from "../../../../../shared/event-facts.ts";
import { formatShortCode } from "../../../../../shared/tickets/ticket-code.ts";
import { Notice } from "../../../ui/notice.tsx";
import { EmailText } from "../email-text.tsx";
import { OrderLink } from "../orders/order-link.tsx";
import { StateBadge } from "../state-badge.tsx";
import { TicketActions } from "./ticket-actions.tsx";
import styles from "./ticket-row.module.css";
import {
  checkInText,
  conflictingScans,
  conflictTitle,
  firstCheckInText,
  ticketBadge,
} from "./ticket-text.ts";

export function TicketRow({ ticket, event }: { ticket: AdminTicket; event: EventFacts }) {
  const { holder, email, name, n, of, shortCode, orderId, orderNumber, complimentary } = ticket;
  const scans = conflictingScans(ticket);
  const letInText = firstCheckInText(ticket);
  return (
    <li data-row={ticket.ticketId} className={styles.row}>
      <div className={styles.who}>
        <p className={styles.holder}>{holder || "Name erased"}</p>
        {email !== undefined && (
          <p className={styles.fact}>
            <EmailText email={email} />
          </p>
        )}
      </div>
      <div className={styles.what}>
        <p className={styles.fact}>
          {name}, {n} of {of}
        </p>
        <p className={styles.fact}>
          <span className={styles.code}>{formatShortCode(shortCode)}</span>
          {orderId !== undefined && (
            <>
              {" · "}
              <OrderLink order={{ orderId, orderNumber }} />
            </>
          )}
        </p>
        {complimentary && <p className={styles.fact}>Complimentary: {complimentary.reason || "erased"}</p>}
      </div>
      <div className={styles.state}>
        <StateBadge content={ticketBadge(ticket)} />
        {letInText !== undefined && <p className={styles.fact}>{letInText}</p>}
      </div>
      <TicketActions ticket={ticket} event={event} />
      {scans.length > 0 && (
        <Notice tone="warn" title={conflictTitle(ticket)} className={styles.conflict}>
          <ul className={styles.scans}>
            {scans.map((scan) => (
              <li key={scan.id}>{checkInText(scan)}</li>
            ))}
          </ul>
        </Notice>
      )}
    </li>
  );
}
