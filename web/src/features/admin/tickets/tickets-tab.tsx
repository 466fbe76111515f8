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
  const openEvent = data?.events.find(({ productId }) => productId === params.get("event"));
  const [wasEventOpened, setWasEventOpened] = useState(false);
  if (openEvent && !wasEventOpened) setWasEventOpened(true);
  return (
    <LoadState what="events" hasData={data !== undefined} error={error} retry={retry}>
      {openEvent ? (
        <EventDetails key={openEvent.productId} event={openEvent} />
      ) : (
        <>
          <EventList
            hasTickets={data?.isOn ?? false}
            events={data?.events ?? []}
            takesFocus={wasEventOpened}
          />
          {data?.isOn && <DoorStaff />}
        </>
      )}
    </LoadState>
  );
}
