import { useEffect, useRef } from "react";
import { calendarPath } from "../../../../shared/calendar-path.ts";
import { brand } from "../../../../shared/site/brand.ts";
import { formatShortCode } from "../../../../shared/tickets/ticket-code.ts";
import type { TicketView } from "../../../../shared/tickets/ticket.ts";
import { factsOf, canShowCode, ticketNumberText, stateText, titlesOf } from "../../tickets/ticket-text.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import type { NewHolder } from "./send-ticket.ts";
import styles from "./ticket-card.module.css";

/** Takes the focus, because the focused button was removed. */
function SentNotice({ name, email }: NewHolder) {
  const ref = useRef<HTMLDivElement>(null);
  // In an effect, because before that the page behind the dialog is inert and cannot get the focus.
  useEffect(() => ref.current?.focus(), []);
  return (
    <Notice tone="ok" title={`Sent to ${name}`} ref={ref} className={styles.state}>
      <p>{email} gets this ticket by email. Your code is not valid any more.</p>
    </Notice>
  );
}

type StateNoticeProps = { ticket: TicketView; nowMs: number; newHolder: NewHolder | undefined };

function StateNotice({ ticket, nowMs, newHolder }: StateNoticeProps) {
  if (newHolder) return <SentNotice {...newHolder} />;
  const state = stateText(ticket, nowMs);
  return (
    state && (
      <Notice tone={state.tone} title={state.title} className={styles.state}>
        {state.text && <p>{state.text}</p>}
      </Notice>
    )
  );
}

type TicketCardProps = {
  ticket: TicketView;
  nowMs: number;
  /** The person to whom the ticket was sent on this page. */
  newHolder: NewHolder | undefined;
  onSend: () => void;
};

/** One ticket. It is printed on a separate page. */
export function TicketCard({ ticket, nowMs, newHolder, onSend }: TicketCardProps) {
  const { title, subtitle } = titlesOf(ticket);
  const isCodeShown = canShowCode(ticket, nowMs);
  return (
    <article
      aria-label={`${ticketNumberText(ticket)}, ${title}`}
      data-code-shown={isCodeShown}
      className={styles.ticket}
    >
      <header className={styles.head}>
        <p className={styles.brand}>{brand.name}</p>
        <p className="eyebrow">{ticketNumberText(ticket)}</p>
        <h2 className={styles.name}>{title}</h2>
        {subtitle && <p>{subtitle}</p>}
        {ticket.holder && <p className={styles.holder}>{ticket.holder}</p>}
      </header>
      <StateNotice ticket={ticket} nowMs={nowMs} newHolder={newHolder} />
      {isCodeShown && (
        <div className={styles.code}>
          <QrCode text={ticket.code} label="Code for the door" className={styles.qr ?? ""} />
          {ticket.shortCode && <p className={styles.shortCode}>{formatShortCode(ticket.shortCode)}</p>}
        </div>
      )}
      <dl className={styles.facts}>
        {factsOf(ticket).map(({ label, lines }) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>
              {lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {isCodeShown && (ticket.event || ticket.canMove) && (
        <div className={styles.actions}>
          {ticket.event && (
            <a href={calendarPath(ticket.productId)} className={styles.link}>
              <Icon name="calendar" size={18} />
              Add to calendar
            </a>
          )}
          {ticket.canMove && (
            <Button variant="secondary" icon="send" onClick={onSend}>
              Send this one to a friend
            </Button>
          )}
        </div>
      )}
    </article>
  );
}
