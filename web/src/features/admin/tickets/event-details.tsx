import { SearchField, SelectField } from "@aws-amplify/ui-react";
import { useRef, useState } from "react";
import type { AdminEventRow, AdminTicket } from "../../../../../shared/api-tickets.ts";
import { eventLine } from "../../../../../shared/event-text.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { countText } from "../count-text.ts";
import { downloadCsv } from "../download-csv.ts";
import { Heading } from "../heading.tsx";
import { LoadState } from "../load-state.tsx";
import { shopDay } from "../order-list/dates.ts";
import { useRowFocus } from "../use-focus-after-removal.ts";
import { ChangedEvent, EVENT_HEADING_ID } from "./changed-event.tsx";
import styles from "./event-details.module.css";
import { EventNumbers } from "./event-numbers.tsx";
import { findTickets, TICKET_FILTER_LABEL, type TicketFilter } from "./find-tickets.ts";
import { GiveDialog } from "./give-dialog.tsx";
import { ticketActionsId } from "./ticket-actions.tsx";
import { TicketRow } from "./ticket-row.tsx";
import { UnknownScans } from "./unknown-scans.tsx";
import { ticketsCsv } from "./tickets-csv.ts";
import { eventListUrl } from "./tickets-url.ts";
import { useTickets } from "./use-tickets.ts";

const PAGE_SIZE = 50;
const FILTERS = Object.keys(TICKET_FILTER_LABEL) as TicketFilter[];

const exportTickets = (tickets: readonly AdminTicket[]): void =>
  downloadCsv(ticketsCsv(tickets), `tickets-${shopDay(new Date())}`);

export function EventDetails({ event }: { event: AdminEventRow }) {
  const { productId, name } = event;
  const { data, error, retry } = useTickets(productId);
  const { tickets, unknownScans = [] } = data ?? {};
  const [search, setSearch] = useState("");
  const [filter, setFilter] = useState<TicketFilter>("all");
  const [shownCount, setShownCount] = useState(PAGE_SIZE);
  const [isGiveDialogOpen, setIsGiveDialogOpen] = useState(false);
  const matchingTickets = findTickets(tickets ?? [], search, filter);
  const shownTickets = matchingTickets.slice(0, shownCount);
  const countRef = useRef<HTMLParagraphElement>(null);
  // If the list shows only tickets in one state, a ticket disappears when its state changes.
  const focusHandlers = useRowFocus(
    shownTickets.map(({ ticketId }) => ticketId),
    (ticketId) =>
      (ticketId === undefined
        ? countRef.current
        : document.getElementById(ticketActionsId(ticketId))
      )?.focus(),
  );
  const isFiltered = search.trim() !== "" || filter !== "all";
  return (
    <>
      <ButtonLink to={eventListUrl} variant="ghost" icon="arrow-left" className={styles.back}>
        All events
      </ButtonLink>
      <Heading id={EVENT_HEADING_ID} takesFocus>
        {name}
      </Heading>
      <p className={styles.line}>{eventLine(event.event)}</p>
      <EventNumbers event={event} />
      <ChangedEvent event={event} tickets={tickets ?? []} />
      <div role="search" className={styles.toolbar}>
        <SearchField
          label="Search tickets"
          placeholder="Name, email, short code or order..."
          value={search}
          hasSearchButton={false}
          hasSearchIcon
          onChange={({ target }) => setSearch(target.value)}
          onClear={() => setSearch("")}
          className={styles.search ?? ""}
        />
        <SelectField
          label="State"
          labelHidden
          value={filter}
          onChange={({ target }) => setFilter(FILTERS.find((value) => value === target.value) ?? "all")}
          className={styles.filter ?? ""}
        >
          {FILTERS.map((value) => (
            <option key={value} value={value}>
              {TICKET_FILTER_LABEL[value]}
            </option>
          ))}
        </SelectField>
        <Button variant="secondary" icon="download" onClick={() => exportTickets(matchingTickets)}>
          Export CSV
        </Button>
        <Button icon="plus" onClick={() => setIsGiveDialogOpen(true)}>
          Give tickets
        </Button>
      </div>
      {unknownScans.length > 0 && <UnknownScans scans={unknownScans} />}
      <LoadState what="tickets" hasData={tickets !== undefined} error={error} retry={retry}>
        <p ref={countRef} role="status" tabIndex={-1} className={styles.count}>
          {isFiltered
            ? `${countText(matchingTickets.length, "ticket")} of ${tickets?.length ?? 0}`
            : countText(matchingTickets.length, "ticket")}
        </p>
        {matchingTickets.length === 0 ? (
          <div className="card">
            <EmptyState
              icon={isFiltered ? "search" : "ticket"}
              title={isFiltered ? "No tickets found" : "No tickets yet"}
            >
              {isFiltered ? "Try another search or state." : "The first one appears here when it is sold."}
            </EmptyState>
          </div>
        ) : (
          <ul {...focusHandlers} className={`card ${styles.list}`}>
            {shownTickets.map((ticket) => (
              <TicketRow key={ticket.ticketId} ticket={ticket} event={event.event} />
            ))}
          </ul>
        )}
        {matchingTickets.length > shownCount && (
          <Button
            variant="secondary"
            icon="chevron-down"
            className={styles.more}
            onClick={() => setShownCount(shownCount + PAGE_SIZE)}
          >
            Show more
          </Button>
        )}
      </LoadState>
      <GiveDialog open={isGiveDialogOpen} event={event} onClose={() => setIsGiveDialogOpen(false)} />
    </>
  );
}
