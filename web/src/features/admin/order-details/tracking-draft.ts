/** The name of an order's draft with the typed number. The details and the question about the parcel show the same draft. */
export const TRACKING_DRAFT = "tracking";

/** The number that the admin typed, and the order's saved number at that time. Both are undefined until the admin types. */
export type TrackingDraft = { typedNumber?: string; savedNumberWhenTyped?: string };

/**
 * The number in the form (`text`). `savedNumber`: the order's tracking number, '' for none. `isOutdated`: the order's number was
 * changed after the admin had typed. The form then shows the saved number, so that the admin does not replace another admin's
 * number by mistake. `isUnsaved`: the form has another number than the order.
 */
export function numberInForm(
  { typedNumber, savedNumberWhenTyped }: TrackingDraft,
  savedNumber: string,
): { text: string; isOutdated: boolean; isUnsaved: boolean } {
  const isOutdated =
    typedNumber !== undefined && savedNumberWhenTyped !== savedNumber && typedNumber.trim() !== savedNumber;
  const text = isOutdated ? savedNumber : (typedNumber ?? savedNumber);
  return { text, isOutdated, isUnsaved: text.trim() !== savedNumber };
}
