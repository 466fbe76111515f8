import { useEffect, useState } from "react";
import { TICKET } from "../../../../../shared/product.ts";
import { createPoll } from "../../../poll.ts";
import { mayGetPickUpCode } from "./pick-up.ts";
import type { Payment } from "./use-payment.ts";
import { verifyPayment } from "./use-payment.ts";

/** Pauses between requests, in total about a minute. Tickets are usually issued within seconds. */
const PAUSES_S = [1, 1, 2, 3, 5, 8, 13, 25] as const;
/**
 * The pauses if only the pick-up code is missing. They are fewer, because a stage without tickets makes no codes, and because the
 * page does not say that it waits for the code.
 */
const PICK_UP_PAUSES_S = PAUSES_S.slice(0, 4);

/**
 * What the server's answer says about tickets and pick-up code. `boughtCount`: the bought tickets, refunded ones included.
 * `isComplete`: whether all tickets and any pick-up code have come. A seat that is refunded before its ticket is issued gets none.
 */
function ticketStateOf(payment: Payment) {
  const { tickets = [], pickUpCode, receipt } = payment;
  const ticketItems = payment.tickets ? receipt.items.filter(({ category }) => category === TICKET) : [];
  const boughtCount = ticketItems.reduce((sum, { quantity }) => sum + quantity, 0);
  const refundedCount = ticketItems.reduce((sum, { refunded = 0 }) => sum + refunded, 0);
  const hasAllTickets = tickets.length >= boughtCount - refundedCount;
  const isComplete = hasAllTickets && (pickUpCode !== undefined || !mayGetPickUpCode(payment));
  return { tickets, pickUpCode, boughtCount, hasAllTickets, isComplete };
}

/**
 * The tickets and the pick-up code of a paid order, at first those in `firstPayment`. Asks the server again until all are
 * issued, for about a minute at most.
 */
export function useIssuedTickets(firstPayment: Payment, sessionId: string) {
  const [payment, setPayment] = useState(firstPayment);
  const [isPolling, setIsPolling] = useState(true);
  const ticketState = ticketStateOf(payment);
  const { isComplete, hasAllTickets } = ticketState;
  useEffect(() => {
    if (isComplete) return;
    const remainingPauseSeconds: number[] = [...(hasAllTickets ? PICK_UP_PAUSES_S : PAUSES_S)];
    const poll = createPoll({
      send: async (signal) => {
        try {
          setPayment(await verifyPayment(sessionId, signal));
        } catch (error) {
          if (!signal.aborted) console.warn("The tickets could not be read", error);
        }
      },
      pauseMs: () => {
        const pauseSeconds = remainingPauseSeconds.shift();
        setIsPolling(pauseSeconds !== undefined);
        return pauseSeconds === undefined ? undefined : pauseSeconds * 1000;
      },
    });
    poll.schedule();
    return poll.stop;
  }, [isComplete, hasAllTickets, sessionId]);
  return { ...ticketState, isPolling };
}
