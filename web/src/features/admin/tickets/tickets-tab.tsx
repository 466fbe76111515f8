import { useState } from "react";
import { useSearchParams } from "../../../router/hooks.ts";
import { DoorStaff } from "./door-staff.tsx";
import { EventDetails } from "./event-details.tsx";
import { EventList } from "./event-list.tsx";
import { LoadState } from "../load-state.tsx";
import { useEvents } from "./use-tickets.ts";

/** The list of events and the door staff, or one event with its tickets. */
export function TicketsTab() {
  const [params] = useSearchParams();
  const { data, error, retry } = useEvents();
  const eventId = params.get("event");
  const shownEvent = data?.events.find(({ productId }) => productId === eventId);
  const [wasEventShown, setWasEventShown] = useState(false);
  if (shownEvent && !wasEventShown) setWasEventShown(true);
  return (
    <LoadState
      what="events"
      heading={eventId === null ? "Tickets" : undefined}
      hasData={data !== undefined}
      error={error}
      retry={retry}
    >
      {shownEvent ? (
        <EventDetails key={shownEvent.productId} event={shownEvent} />
      ) : (
        <>
          <EventList
            hasTickets={data?.isOn ?? false}
            events={data?.events ?? []}
            takesFocus={wasEventShown}
          />
          {data?.isOn && <DoorStaff />}
        </>
      )}
    </LoadState>
  );
}
