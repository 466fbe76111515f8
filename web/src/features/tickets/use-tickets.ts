import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { MAX_CODES_READ, ticketsApi } from "../../../../shared/api-tickets.ts";
import { splitIntoParts } from "../../../../shared/split-into-parts.ts";
import type { TicketView } from "../../../../shared/tickets/ticket.ts";
import { call } from "../../api.ts";
import { ApiError } from "../../api-error.ts";
import { readStoredTickets, storeTickets } from "../../tickets/stored-tickets.ts";

/** After this time without an answer, the request fails. */
const TIMEOUT_MS = 10_000;
/**
 * When the page is shown again or the network is back, tickets that the shop sent less than this time ago are not requested
 * again.
 */
const MIN_PAUSE_MS = 20_000;

export type TicketsState = {
  tickets: readonly TicketView[];
  /** The number of codes without a ticket: the shop has no ticket for them, or has not sent it yet. */
  missingCount: number;
  /**
   * When the shop last sent the tickets, in ms; of stored tickets, the oldest time. Without stored tickets, undefined until the
   * first answer.
   */
  seenAt: number | undefined;
  status: "loading" | "current" | "failed";
  /** Why the last request failed; 'failed' is every reason but the network. */
  error: "no-network" | "failed" | undefined;
};

/** The state from the stored tickets, before the server has answered. */
function storedState(codes: readonly string[]): TicketsState {
  const seenTickets = readStoredTickets(codes, Date.now());
  const times = seenTickets.map(({ seenAt }) => Date.parse(seenAt));
  return {
    tickets: seenTickets.map(({ ticket }) => ticket),
    missingCount: codes.length - seenTickets.length,
    seenAt: times.length > 0 ? Math.min(...times) : undefined,
    status: "loading",
    error: undefined,
  };
}

/**
 * 'no-network' after a lost connection or a timeout. A 503 or 504 of the server has the same code, but its `messageFrom` is not
 * 'none'.
 */
export const errorOf = (error: unknown): TicketsState["error"] =>
  error instanceof ApiError &&
  error.messageFrom === "none" &&
  (error.code === "unavailable" || error.code === "deadline-exceeded")
    ? "no-network"
    : "failed";

/** All tickets with these codes, in the sequence of the codes. */
async function readAll(codes: readonly string[], signal: AbortSignal): Promise<TicketView[]> {
  const answers = splitIntoParts(codes, MAX_CODES_READ).map((part) =>
    call(ticketsApi.readTickets, { body: { codes: part }, signal, timeoutMs: TIMEOUT_MS }),
  );
  return (await Promise.all(answers)).flatMap(({ tickets }) => tickets);
}

/** The tickets with these codes: first the tickets stored in this browser, then the server's answer. */
export function useTickets(codes: readonly string[]) {
  const [state, setState] = useState(() => storedState(codes));
  const [retryCount, setRetryCount] = useState(0);
  const isReading = useRef(false);
  useEffect(() => {
    if (codes.length === 0) return;
    const controller = new AbortController();
    isReading.current = true;
    readAll(codes, controller.signal).then(
      (tickets) => {
        if (controller.signal.aborted) return;
        isReading.current = false;
        const nowMs = Date.now();
        storeTickets(codes, tickets, nowMs);
        const missingCount = Math.max(0, codes.length - tickets.length);
        setState({ tickets, missingCount, seenAt: nowMs, status: "current", error: undefined });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        isReading.current = false;
        console.warn("The tickets could not be read", error);
        setState((current) => ({ ...current, status: "failed", error: errorOf(error) }));
      },
    );
    return () => controller.abort();
  }, [codes, retryCount]);

  const readAgain = useCallback(() => {
    setState((current) => ({ ...current, status: "loading" }));
    setRetryCount((count) => count + 1);
  }, []);
  const { status, seenAt } = state;
  useEffect(() => {
    const onReturn = () => {
      const isFresh = status === "current" && Date.now() - (seenAt ?? 0) < MIN_PAUSE_MS;
      if (document.visibilityState === "visible" && status !== "loading" && !isFresh) readAgain();
    };
    window.addEventListener("online", onReturn);
    document.addEventListener("visibilitychange", onReturn);
    return () => {
      window.removeEventListener("online", onReturn);
      document.removeEventListener("visibilitychange", onReturn);
    };
  }, [status, seenAt, readAgain]);

  /** Shows `ticket` instead of the ticket with this code, and removes the code from the browser's storage. */
  const replace = useCallback((code: string, ticket: TicketView) => {
    storeTickets([code], [], Date.now());
    setState((current) => ({
      ...current,
      tickets: current.tickets.map((other) => (other.code === code ? ticket : other)),
    }));
    // A running request may be answered with the ticket as it was before, so the request is sent again.
    if (isReading.current) setRetryCount((count) => count + 1);
  }, []);
  return useMemo(() => ({ ...state, readAgain, replace }), [state, readAgain, replace]);
}
