import { useCallback, useEffect, useState } from "react";
import { publicApi } from "../../../../../shared/api-public.ts";
import type { Output } from "../../../../../shared/endpoint.ts";
import { messages } from "../../../../../shared/messages.ts";
import { ApiError } from "../../../api-error.ts";
import { call } from "../../../api.ts";
import { createPoll } from "../../../poll.ts";

export type Payment = Output<typeof publicApi.verifyPayment>;

export type PaymentState =
  | { status: "verifying" }
  /** `retryable`: asking again may help. */
  | { status: "failed"; message: string; retryable: boolean }
  /** `polling`: it is asked again without the visitor. */
  | { status: "known"; payment: Payment; polling: boolean };

/** Seconds between two requests while a payment is processed: about ten minutes in all, then the visitor can ask. */
const PAUSES = [2, 3, 5, 8, 13, 20, 30, 30, 60, 60, 60, 60, 60, 60, 60, 60] as const;
/** Seconds before each retry of a failed request. */
const RETRIES = [1, 3] as const;
/** The longest time of a verification with its retries, and of one request; in ms. */
const VERIFY_TIMEOUT = 20_000;
const REQUEST_TIMEOUT = 13_000;
/** Statuses that a retry cannot change. */
const FINAL_STATUSES = new Set([400, 404]);

const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || !FINAL_STATUSES.has(error.status);

/** The text for a failed verification: the server's message if it sent one. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.messageFrom === "none") return messages.verifyError;
  return (error.messageFrom === "server" && error.message) || messages.verifyFailed;
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

/** Asks for a payment's state, with retries. Rejects after 20 s at the latest, or when `aborted`. */
export async function verify(sessionId: string, aborted: AbortSignal): Promise<Payment> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error("The verification takes too long")), VERIFY_TIMEOUT);
  const signal = AbortSignal.any([aborted, limit.signal]);
  const ask = () =>
    call(publicApi.verifyPayment, { body: { sessionId }, signal, timeoutMs: REQUEST_TIMEOUT });
  try {
    for (const seconds of RETRIES) {
      try {
        return await ask();
      } catch (error) {
        if (signal.aborted || !isRetryable(error)) throw error;
        await wait(seconds, signal);
      }
    }
    return await ask();
  } finally {
    clearTimeout(timer);
  }
}

/** Asks until the payment is decided, for about ten minutes. After the first answer, failed requests are skipped. */
function followPayment(sessionId: string, onState: (state: PaymentState) => void) {
  const pauses: number[] = [...PAUSES];
  let payment: Payment | undefined;
  let pause: number | undefined;
  return createPoll({
    ask: async (signal) => {
      pause = undefined;
      try {
        payment = await verify(sessionId, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!payment || !isRetryable(error)) {
          console.warn("The payment could not be verified", error);
          return onState({ status: "failed", message: messageOf(error), retryable: isRetryable(error) });
        }
      }
      if (payment.paymentStatus === "unpaid") pause = pauses.shift();
      onState({ status: "known", payment, polling: pause !== undefined });
    },
    pause: () => (pause === undefined ? undefined : pause * 1000),
  });
}

/** The state of a session's payment, kept up to date while it is processed; `retry` starts again. */
export function usePayment(sessionId: string): PaymentState & { retry: () => void } {
  const [attempt, setAttempt] = useState(1);
  const [state, setState] = useState<PaymentState>({ status: "verifying" });
  useEffect(() => {
    const poll = followPayment(sessionId, setState);
    poll.askNow();
    return poll.stop;
  }, [sessionId, attempt]);
  const retry = useCallback(() => {
    setState({ status: "verifying" });
    setAttempt((now) => now + 1);
  }, []);
  return { ...state, retry };
}
