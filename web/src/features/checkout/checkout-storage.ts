import * as z from "zod/mini";
import { browserStorage } from "../../../../shared/browser-storage.ts";
import type { Attempt } from "../../checkout-attempt.ts";
import { latestAttempt } from "../../checkout-attempt.ts";
import { storedValue } from "../../stored-value.ts";

const getSessionStorage = () => window.sessionStorage;

const StoredDraft = z.object({
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
  /** The consent to the newsletter. */
  updates: z.boolean(),
  shipMerchandise: z.nullable(z.boolean()),
  // An earlier version of the shop did not store the fields below.
  differentAddress: z.optional(z.boolean()),
  shipAddress: z._default(z.string(), ""),
  shipSuite: z._default(z.string(), ""),
  shipCity: z._default(z.string(), ""),
  shipState: z._default(z.string(), ""),
  shipZip: z._default(z.string(), ""),
  country: z._default(z.string(), ""),
  shipCountry: z._default(z.string(), ""),
  discountCode: z._default(z.string(), ""),
  typedCode: z._default(z.string(), ""),
});

/** In a draft of an earlier version, `shipMerchandise: false` meant that nothing was chosen yet. */
const Draft = z.pipe(
  StoredDraft,
  z.transform(({ differentAddress, shipMerchandise, ...others }) => ({
    ...others,
    differentAddress: differentAddress ?? false,
    shipMerchandise: differentAddress === undefined ? shipMerchandise || null : shipMerchandise,
  })),
);

/** The values of the checkout form, stored for this tab until the order is paid. */
export const draft = storedValue(browserStorage.checkoutDraft, Draft, getSessionStorage);

/** Returns `storedAttempt` if it has these `contents` (the order as JSON), or else a new attempt to pay. */
export function attemptFor(
  contents: string,
  storedAttempt: Attempt | undefined,
  nowMs: number,
  newId: () => string,
): Attempt {
  return storedAttempt?.contents === contents ? storedAttempt : { id: newId(), startedAt: nowMs, contents };
}

/**
 * The id of a session whose payment is unknown or unpaid. It is stored for all tabs: a banking app may return
 * to another tab than the tab of the attempt.
 */
export const unverifiedSession = storedValue(
  browserStorage.unverifiedPayment,
  z.string(),
  () => window.localStorage,
);

export function clearUnverifiedSession(sessionId: string): void {
  if (unverifiedSession.read() === sessionId) unverifiedSession.clear();
}

/** For this time after a release, the catalog may still lack the released pieces, so the cart still counts them as held. */
const CATALOG_DELAY_MS = 15_000;

/** Removes a released session from the storage. The attempt that opened the session can then be sent again. */
export function removeSession(sessionId: string): void {
  clearUnverifiedSession(sessionId);
  const attempt = latestAttempt.read();
  if (attempt?.sessionId !== sessionId) return;
  const { sessionId: _, openedAt: __, ...attemptWithoutSession } = attempt;
  latestAttempt.write({ ...attemptWithoutSession, heldUntil: Date.now() + CATALOG_DELAY_MS });
}

/** Clears the latest attempt if it opened this session. The next submit then creates another order. */
export function clearAttempt(sessionId: string): void {
  if (latestAttempt.read()?.sessionId === sessionId) latestAttempt.clear();
}
