import * as z from "zod/mini";
import { browserStorage } from "../../shared/browser-storage.ts";
import { storedValue } from "./stored-value.ts";

/**
 * An attempt to pay. If it is sent again with the same id, time and contents, the server returns the same order as long as the
 * order holds its stock.
 */
const Attempt = z.object({
  id: z.uuid(),
  /** ms since 1970 */
  startedAt: z.number(),
  /** The order as JSON, without the attempt's id and time. */
  contents: z.string(),
  /** The session of the payment page that the attempt opened; removed when the session is released. */
  sessionId: z.optional(z.string()),
  /** When the server last returned this session, in ms since 1970. The attempt may be older than its session. */
  openedAt: z.optional(z.number()),
  /** Until this time (ms since 1970) the catalog may lack the pieces that the session holds or held. */
  heldUntil: z.optional(z.number()),
});
export type Attempt = z.infer<typeof Attempt>;

/**
 * The latest attempt in this tab. The cart also reads the attempt, so this module is not part of the checkout's code.
 */
export const latestAttempt = storedValue(
  browserStorage.checkoutAttempt,
  Attempt,
  () => window.sessionStorage,
);
