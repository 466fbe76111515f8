import { useCallback, useEffect, useState } from "react";
import { publicApi } from "../../../../shared/api-public.ts";
import type { Output } from "../../../../shared/endpoint.ts";
import { messages } from "../../../../shared/messages.ts";
import { ApiError } from "../../api-error.ts";
import { call } from "../../api.ts";

export type Payment = Output<typeof publicApi.verifyPayment>;

/** `waiting`: it will be asked again by itself. `retry`: asking again may help. */
export type PaymentState =
  | { status: "verifying" }
  | { status: "failed"; message: string; retry: boolean }
  | { status: "known"; payment: Payment; waiting: boolean };

/** Seconds between looks at a payment that is on its way: about ten minutes in all, then the visitor asks. */
const PAUSES = [2, 3, 5, 8, 13, 20, 30, 30, 60, 60, 60, 60, 60, 60, 60, 60] as const;
/** Seconds before asking again when nobody could answer. */
const RETRIES = [1, 3] as const;
/** Answers that may be others in a moment. 0 is no answer at all. */
const PASSING = new Set([0, 429, 503, 504]);

const passing = (error: unknown): boolean => error instanceof ApiError && PASSING.has(error.status);

/** In words why a payment could not be verified: the server's own where it gave some. */
function messageOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return messages.verifyError;
  return error.message || messages.verifyFailed;
}

/** Resolves after `seconds`, or rejects when `signal` is aborted. */
const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    });
  });

/** Asks how a payment stands, again when nobody could answer, a few times. */
async function verify(sessionId: string, signal: AbortSignal): Promise<Payment> {
  for (const seconds of RETRIES) {
    try {
      return await call(publicApi.verifyPayment, { body: { sessionId }, signal });
    } catch (error) {
      if (!passing(error)) throw error;
      await pause(seconds, signal);
    }
  }
  return call(publicApi.verifyPayment, { body: { sessionId }, signal });
}

/** Follows a payment until it is decided, or for about ten minutes. A look that fails in between is only a look less. */
async function follow(
  sessionId: string,
  signal: AbortSignal,
  tell: (state: PaymentState) => void,
): Promise<void> {
  let payment = await verify(sessionId, signal);
  for (const seconds of PAUSES) {
    if (payment.paymentStatus !== "unpaid") break;
    tell({ status: "known", payment, waiting: true });
    await pause(seconds, signal);
    payment = await verify(sessionId, signal).catch((error: unknown) => {
      if (passing(error)) return payment;
      throw error;
    });
  }
  tell({ status: "known", payment, waiting: false });
}

/** How the payment of a session stands, kept up to date while it is on its way; `again` starts over. */
export function usePayment(sessionId: string): PaymentState & { again: () => void } {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<PaymentState>({ status: "verifying" });
  useEffect(() => {
    const controller = new AbortController();
    follow(sessionId, controller.signal, setState).catch((error: unknown) => {
      if (controller.signal.aborted) return;
      console.warn("The payment could not be verified", error);
      setState({ status: "failed", message: messageOf(error), retry: passing(error) });
    });
    return () => controller.abort();
  }, [sessionId, round]);
  const again = useCallback(() => {
    setState({ status: "verifying" });
    setRound((now) => now + 1);
  }, []);
  return { ...state, again };
}
