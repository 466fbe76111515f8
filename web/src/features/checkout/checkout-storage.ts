import * as z from "zod/mini";
import { browserStorage } from "../../../../shared/browser-storage.ts";
import { storedValue } from "../../stored-value.ts";

const sessionStorage = () => window.sessionStorage;

const Draft = z.object({
  email: z.string(),
  confirmEmail: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  address: z.string(),
  suite: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  phone: z.string(),
  updates: z.boolean(),
  shipMerchandise: z.boolean(),
});

/** The values of the checkout form, kept in this tab until the order is paid. */
export const draft = storedValue(browserStorage.checkoutDraft, Draft, sessionStorage);

/** One attempt to pay for an order. The same contents are sent again with the same id and time, so that the server returns the same order. */
const Attempt = z.object({
  id: z.uuid(),
  /** ms */
  startedAt: z.number(),
  /** The order as JSON, without what differs between attempts. */
  contents: z.string(),
  /** The payment page that the attempt opened, until that is released. */
  sessionId: z.optional(z.string()),
});
type Attempt = z.infer<typeof Attempt>;

/** The latest attempt of this tab. */
export const latestAttempt = storedValue(browserStorage.checkoutAttempt, Attempt, sessionStorage);

/** The latest attempt if it has the same contents, else a new one. `now` in ms. */
export function attemptFor(
  contents: string,
  latest: Attempt | undefined,
  now: number,
  newId: () => string,
): Attempt {
  return latest?.contents === contents ? latest : { id: newId(), startedAt: now, contents };
}

/** Removes a released payment page from the latest attempt, which can then be sent again. */
export function forgetSession(sessionId: string): void {
  const latest = latestAttempt.read();
  if (latest?.sessionId !== sessionId) return;
  const { sessionId: _, ...rest } = latest;
  latestAttempt.write(rest);
}

/** Clears the latest attempt if it opened this payment page: the next submit is another order. */
export function clearAttempt(sessionId: string): void {
  if (latestAttempt.read()?.sessionId === sessionId) latestAttempt.clear();
}
