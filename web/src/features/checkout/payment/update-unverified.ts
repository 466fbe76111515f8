import { clearUnverifiedSession, unverifiedSession } from "../checkout-storage.ts";
import { outcomeOf } from "./payment-outcome.ts";
import type { Payment } from "./use-payment.ts";

/**
 * Stores the id of a session while its payment is unknown or its payment page may be open. A submit of another order then
 * closes that page first. Removes the id when the session cannot be paid any more, also while its payment is processed.
 */
export function updateUnverifiedSession(sessionId: string, result: Payment | "unknown"): void {
  if (result === "unknown") return unverifiedSession.write(sessionId);
  if (outcomeOf(result) !== "unpaid") return clearUnverifiedSession(sessionId);
  // An unpaid session does not replace another session, which may be paid.
  if (unverifiedSession.read() === undefined) unverifiedSession.write(sessionId);
}
