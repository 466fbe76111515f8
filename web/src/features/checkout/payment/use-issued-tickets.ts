import { useEffect, useState } from "react";
import { TICKET } from "../../../../../shared/product.ts";
import { createPoll } from "../../../poll.ts";
import { mayGetPickUpCode } from "./pick-up.ts";
import type { Payment } from "./use-payment.ts";
import { verify } from "./use-payment.ts";

/** Pauses between requests, in total about a minute. Tickets are usually issued within seconds. */
const PAUSES_S = [1, 1, 2, 3, 5, 8, 13, 25] as const;
/**
 * Fewer requests for a pick-up code: the page shows no waiting state for it, and a stage without tickets has no codes.
 */
const PICK_UP_PAUSES_S = PAUSES_S.slice(0, 4);

/** The issued tickets in a payment, the number of tickets to expect, and the pick-up code. */
function issuedOf(payment: Payment) {
  const { tickets, pickUpCode, receipt } = payment;
  const pieces = receipt.items
    .filter(({ category }) => category === TICKET)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const expected = tickets ? pieces : 0;
  const hasTickets = (tickets?.length ?? 0) >= expected;
  const isComplete = hasTickets && (pickUpCode !== undefined || !mayGetPickUpCode(payment));
  return { tickets: tickets ?? [], pickUpCode, expected, hasTickets, isComplete };
}

/** Requests the payment again until its tickets are issued, for a limited time. */
export function useIssuedTickets(first: Payment, sessionId: string) {
  const [payment, setPayment] = useState(first);
  const [isPolling, setPolling] = useState(true);
  const issued = issuedOf(payment);
  const { isComplete, hasTickets } = issued;
  useEffect(() => {
    if (isComplete) return;
    const pausesS: number[] = [...(hasTickets ? PICK_UP_PAUSES_S : PAUSES_S)];
    const poll = createPoll({
      send: async (signal) => {
        try {
          setPayment(await verify(sessionId, signal));
        } catch (error) {
          if (!signal.aborted) console.warn("The tickets could not be read", error);
        }
      },
      pause: () => {
        const pauseS = pausesS.shift();
        setPolling(pauseS !== undefined);
        return pauseS === undefined ? undefined : pauseS * 1000;
      },
    });
    poll.schedule();
    return poll.stop;
  }, [isComplete, hasTickets, sessionId]);
  return { ...issued, isPolling };
}
