import type { FormEvent } from "react";
import { useId, useRef, useState } from "react";
import { stateOf, type DoorTicket } from "../../../../../shared/tickets/ticket.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useStore } from "../../../store.ts";
import type { Door } from "../list/door.ts";
import { answerText, type CurrentEvent } from "./answer-text.ts";
import { answerToTicket } from "../../../../../shared/tickets/door-answer.ts";
import { parseOrderNumber } from "../../../../../shared/order-number.ts";
import { orderNumberPrefix } from "../../../../../shared/site/order-number.ts";
import { codesIn, parseShortCode } from "../../../../../shared/tickets/ticket-code.ts";
import { codeText, findTickets } from "./find-tickets.ts";
import styles from "./find-ticket.module.css";

const isOrderNumber = (text: string): boolean =>
  text.trim().toUpperCase().startsWith(orderNumberPrefix) && parseOrderNumber(text) !== undefined;

const STATE_LABELS = { valid: "Let in", used: "Already in", void: "Void" } as const;

type TicketRowProps = { ticket: DoorTicket; event: CurrentEvent; now: number; onChoose: () => void };

function TicketRow({ ticket, event, now, onChoose }: TicketRowProps) {
  const state = stateOf(ticket);
  const { lines } = answerText(answerToTicket(ticket), event, now);
  return (
    <li>
      <button type="button" className={styles.row} onClick={onChoose}>
        <span className={styles.holder}>
          <strong>{ticket.holder}</strong>
          <span>
            {codeText(ticket)} · {ticket.n} of {ticket.of} · {state === "valid" ? ticket.name : lines[0]}
          </span>
        </span>
        <span className={state === "valid" ? styles.letIn : styles.state}>{STATE_LABELS[state]}</span>
      </button>
    </li>
  );
}

export function FindTicket({ door, event }: { door: Door; event: CurrentEvent }) {
  const [text, setText] = useState("");
  const [now, setNow] = useState(Date.now);
  // Renders again after each change of the list.
  useStore(door.store);
  const id = useId();
  const listRef = useRef<HTMLUListElement>(null);
  const foundTickets = text === "" ? [] : findTickets(door.rows.all(), text);
  const choose = (ticket: DoorTicket) => {
    setText("");
    void door.choose(ticket.ticketId);
  };
  /** Searches for the text. A pasted code or link is handled like a scan instead. */
  const onInput = (newText: string) => {
    const hasCode = codesIn(newText).length > 0;
    setNow(Date.now());
    setText(hasCode ? "" : newText);
    if (hasCode) void door.scan(newText, { isPasted: true });
  };
  const submit = (formEvent: FormEvent) => {
    formEvent.preventDefault();
    const [firstTicket] = foundTickets;
    // A complete short code names one ticket. A name may match another person, so the user has to press the row.
    if (firstTicket && firstTicket.shortCode === parseShortCode(text)) choose(firstTicket);
    else listRef.current?.querySelector("button")?.focus();
  };
  return (
    <search className={styles.find}>
      <form onSubmit={submit} className={styles.form}>
        <label htmlFor={id} className={styles.label}>
          Short code or name
        </label>
        <span className={styles.control}>
          <Icon name="search" />
          <input
            id={id}
            type="search"
            value={text}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            placeholder="K7QM-3FXD or Ada"
            onChange={({ target }) => onInput(target.value)}
          />
        </span>
      </form>
      {foundTickets.length > 0 && (
        <ul ref={listRef} className={styles.list}>
          {foundTickets.map((ticket) => (
            <TicketRow
              key={ticket.ticketId}
              ticket={ticket}
              event={event}
              now={now}
              onChoose={() => choose(ticket)}
            />
          ))}
        </ul>
      )}
      {foundTickets.length === 0 && text.trim().length > 1 && (
        <p role="status" className={styles.none}>
          {isOrderNumber(text)
            ? "An order is handed over by the code in its mail, or in the back office."
            : "No ticket has this code or name. A ticket that was sent on has a new code."}
        </p>
      )}
    </search>
  );
}
