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
/** A verification, tried again or not, ends after this long, in ms; one try after the time that the server takes at most. */
const VERIFY_TIMEOUT = 20_000;
const TRY_TIMEOUT = 13_000;
/** Answers that stay as they are, however often they are asked for. */
const FINAL = new Set([400, 404]);

const passing = (error: unknown): boolean => !(error instanceof ApiError) || !FINAL.has(error.status);

/** In words why a payment could not be verified: the server's own where it gave some. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.messageFrom === "none") return messages.verifyError;
  return (error.messageFrom === "server" && error.message) || messages.verifyFailed;
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

/** Asks how a payment stands, again when nobody could answer, a few times, and gives up after 20 s whatever happens. */
export async function verify(sessionId: string, left: AbortSignal): Promise<Payment> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error("The verification takes too long")), VERIFY_TIMEOUT);
  const signal = AbortSignal.any([left, limit.signal]);
  const ask = () => call(publicApi.verifyPayment, { body: { sessionId }, signal, timeoutMs: TRY_TIMEOUT });
  try {
    for (const seconds of RETRIES) {
      try {
        return await ask();
      } catch (error) {
        if (signal.aborted || !passing(error)) throw error;
        await pause(seconds, signal);
      }
    }
    return await ask();
  } finally {
    clearTimeout(timer);
  }
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
      if (!signal.aborted && passing(error)) return payment;
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
