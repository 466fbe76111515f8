import { queryOptions } from "@tanstack/react-query";
import { adminTicketsApi, staffApi } from "../../../../../shared/api-tickets.ts";
import { openScans } from "../../../../../shared/tickets/unknown-scans.ts";
import { adminBackgroundCall } from "../auth/admin-call.ts";
import { useAction, type ErrorOptions } from "../use-action.ts";
import { usePolledQuery } from "../use-polled-query.ts";
import { readTickets } from "./read-tickets.ts";

const POLL_INTERVAL_MS = 15_000;
const TICKETS_KEY = "tickets";

const eventsQuery = queryOptions({
  queryKey: [TICKETS_KEY, "events"],
  queryFn: ({ signal }) => adminBackgroundCall(adminTicketsApi.listEvents, { signal }),
  meta: { failureText: "The events could not be loaded" },
});

export const useEvents = () => usePolledQuery(eventsQuery, POLL_INTERVAL_MS);

const ticketsQuery = (productId: string) =>
  queryOptions({
    queryKey: [TICKETS_KEY, "of", productId],
    queryFn: async ({ signal }) => {
      const { tickets, unknownScans } = await readTickets(adminBackgroundCall, productId, signal);
      return { tickets, unknownScans: openScans(unknownScans, tickets) };
    },
    meta: { failureText: "The tickets could not be loaded" },
  });

/** All tickets of an event, and the scans of tickets that the shop does not have. */
export const useTickets = (productId: string) => usePolledQuery(ticketsQuery(productId), POLL_INTERVAL_MS);

const staffQuery = queryOptions({
  queryKey: [TICKETS_KEY, "staff"],
  queryFn: ({ signal }) => adminBackgroundCall(staffApi.listStaff, { signal }),
  meta: { failureText: "The people at the door could not be loaded" },
});

export const useStaff = () => usePolledQuery(staffQuery, POLL_INTERVAL_MS);

/** An action on tickets or door staff. Afterwards the events, tickets and door staff are read again. */
export const useTicketAction = <V, T>(
  action: (variables: V) => Promise<T>,
  onSuccess: (result: T) => void,
  options?: ErrorOptions,
) =>
  useAction({
    queryKey: TICKETS_KEY,
    failureText: "An action on tickets failed",
    action,
    onSuccess,
    ...options,
  });
