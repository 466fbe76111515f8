import * as z from "zod/mini";
import { browserStorage } from "../../../shared/browser-storage.ts";
import { stored } from "./stored.ts";

/**
 * One attempt to buy. The same contents sent again carry the same `id` and time, so that the server answers with the
 * same order; `sessionId` is the payment page that it opened, until that is released.
 */
const Attempt = z.object({
  id: z.uuid(),
  /** ms */
  startedAt: z.number(),
  /** The order as it was sent, without what differs between attempts. */
  contents: z.string(),
  sessionId: z.optional(z.string()),
});
export type Attempt = z.infer<typeof Attempt>;

/** This tab's latest attempt. */
export const latestAttempt = stored(browserStorage.checkoutAttempt, Attempt, () => window.sessionStorage);

/** The attempt that sends these contents: the latest one if it sent the same, else a new one. `now` in ms. */
export function attemptFor(
  contents: string,
  latest: Attempt | undefined,
  now: number,
  newId: () => string,
): Attempt {
  return latest?.contents === contents ? latest : { id: newId(), startedAt: now, contents };
}

/** Forgets the payment page of the latest attempt: it is released. The attempt itself can be sent again. */
export function forgetSession(sessionId: string): void {
  const latest = latestAttempt.read();
  if (latest?.sessionId !== sessionId) return;
  const { sessionId: _, ...rest } = latest;
  latestAttempt.write(rest);
}
