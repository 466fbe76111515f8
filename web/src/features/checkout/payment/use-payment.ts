import { useCallback, useEffect, useState } from "react";
import type { publicApi } from "../../../../../shared/api-public.ts";
import type { Output } from "../../../../../shared/endpoint.ts";
import { paymentMessages } from "../../../../../shared/payment-messages.ts";
import { ApiError } from "../../../api-error.ts";
import { call } from "../../../api.ts";
import { createPoll } from "../../../poll.ts";
import { withPublicApi } from "../with-public-api.ts";

/** The server's answer about a session: the payment's status, the receipt, the tickets and the pick-up code. */
export type Payment = Output<typeof publicApi.verifyPayment>;

export type PaymentState =
  | { status: "verifying" }
  /** `canRetry`: whether another request may help. */
  | { status: "failed"; message: string; canRetry: boolean }
  /** `isPolling`: whether the page repeats the request by itself. */
  | { status: "known"; payment: Payment; isPolling: boolean };

/** Pauses between requests while an order is unpaid or its payment is processed: in total about ten minutes. */
const POLL_PAUSES_S = [2, 3, 5, 8, 13, 20, 30, 30, 60, 60, 60, 60, 60, 60, 60, 60] as const;
/** The pause before each retry of a failed request. */
const RETRY_PAUSES_S = [1, 3] as const;
/** The time limit for a verification, including the retries. */
const VERIFY_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 13_000;
/** HTTP statuses that a retry cannot change. */
const FINAL_HTTP_STATUSES = new Set([400, 404]);

const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || !FINAL_HTTP_STATUSES.has(error.status);

/**
 * The text for a failed verification: the server's message, or a general text if there is none. The message for a wrong id (400)
 * is about the fields of a form, and this page has none.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.messageFrom === "none") return paymentMessages.verifyError;
  if (error.status === 400) return paymentMessages.verifyFailed;
  return (error.messageFrom === "server" && error.message) || paymentMessages.verifyFailed;
}

/** Resolves after `seconds`; rejects when `signal` is aborted. */
const wait = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    });
  });

/**
 * Requests the state of a payment, with retries. Rejects if the last try fails, at once if a retry cannot help (400, 404),
 * after 20 s, or when `callerSignal` is aborted.
 */
export async function verifyPayment(sessionId: string, callerSignal: AbortSignal): Promise<Payment> {
  const timeoutController = new AbortController();
  const timer = setTimeout(
    () => timeoutController.abort(new Error("The verification takes too long")),
    VERIFY_TIMEOUT_MS,
  );
  const signal = AbortSignal.any([callerSignal, timeoutController.signal]);
  const sendRequest = () =>
    withPublicApi((api) =>
      call(api.verifyPayment, { body: { sessionId }, signal, timeoutMs: REQUEST_TIMEOUT_MS }),
    );
  try {
    for (const seconds of RETRY_PAUSES_S) {
      try {
        return await sendRequest();
      } catch (error) {
        if (signal.aborted || !isRetryable(error)) throw error;
        await wait(seconds, signal);
      }
    }
    return await sendRequest();
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns a poll that requests the payment's state until it is no longer 'unpaid', at most for about ten minutes, and
 * calls `onState` after each request. After the first response, failures that a retry can change are ignored.
 */
function createPaymentPoll(sessionId: string, onState: (state: PaymentState) => void) {
  const remainingPauseSeconds: number[] = [...POLL_PAUSES_S];
  let payment: Payment | undefined;
  let pauseSeconds: number | undefined;
  return createPoll({
    send: async (signal) => {
      pauseSeconds = undefined;
      try {
        payment = await verifyPayment(sessionId, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!payment || !isRetryable(error)) {
          console.warn("The payment could not be verified", error);
          return onState({ status: "failed", message: messageOf(error), canRetry: isRetryable(error) });
        }
      }
      if (payment.paymentStatus === "unpaid") pauseSeconds = remainingPauseSeconds.shift();
      onState({ status: "known", payment, isPolling: pauseSeconds !== undefined });
    },
    pauseMs: () => (pauseSeconds === undefined ? undefined : pauseSeconds * 1000),
  });
}

/** The state of a session's payment, updated while it is 'unpaid', at most for about ten minutes. `retry` starts again. */
export function usePayment(sessionId: string): PaymentState & { retry: () => void } {
  const [retryCount, setRetryCount] = useState(0);
  const [state, setState] = useState<PaymentState>({ status: "verifying" });
  useEffect(() => {
    const poll = createPaymentPoll(sessionId, setState);
    poll.sendNow();
    return poll.stop;
  }, [sessionId, retryCount]);
  const retry = useCallback(() => {
    setState({ status: "verifying" });
    setRetryCount((count) => count + 1);
  }, []);
  return { ...state, retry };
}
