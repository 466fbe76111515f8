/** The name of the tracking form for `useDraft`. `TrackingForm` and `CompleteDialog` show the same draft. */
export const TRACKING_DRAFT = "tracking";

/**
 * `typedNumber`: the number that the admin typed, undefined until the admin types. `knownNumbers`: the saved numbers that the
 * typed number may replace, because the admin has seen or sent them.
 */
export type TrackingDraft = { typedNumber?: string; knownNumbers?: readonly string[] };

/**
 * The number in the form (`text`). `savedNumber`: the order's tracking number, '' for none. `isUnsaved`: the form has another
 * number than the order. `isOutdated`: the order's number was changed after the admin had typed. The form then asks which of
 * the two to keep, so that the admin does not replace another admin's number by mistake.
 */
export function numberInForm(
  { typedNumber, knownNumbers = [] }: TrackingDraft,
  savedNumber: string,
): { text: string; isOutdated: boolean; isUnsaved: boolean } {
  const text = typedNumber ?? savedNumber;
  const isUnsaved = text.trim() !== savedNumber;
  return { text, isOutdated: isUnsaved && !knownNumbers.includes(savedNumber), isUnsaved };
}

/**
 * The draft after the admin has typed `typedNumber`. Only the first input adds the saved number to the known numbers, because the
 * admin may not have seen a number that was saved later. If the field has the saved number again, and no other number is known,
 * the draft is empty: the field then shows later changes of the saved number.
 */
export function withTypedNumber(
  { typedNumber: previouslyTyped, knownNumbers }: TrackingDraft,
  typedNumber: string,
  savedNumber: string,
): TrackingDraft {
  const isFirstInput = previouslyTyped === undefined || knownNumbers === undefined;
  const newKnownNumbers = isFirstInput ? [savedNumber] : knownNumbers;
  const isRestored = typedNumber === savedNumber && newKnownNumbers.every((number) => number === savedNumber);
  return isRestored ? {} : { typedNumber, knownNumbers: newKnownNumbers };
}

/** The draft after `sentNumber` has replaced `previousNumber`. Text that was typed after the request stays in the draft. */
export function trackingDraftAfterSave(
  draft: TrackingDraft,
  previousNumber: string,
  sentNumber: string,
): TrackingDraft {
  if (draft.typedNumber?.trim() === sentNumber) return {};
  return draft.knownNumbers?.includes(previousNumber) ? { ...draft, knownNumbers: [sentNumber] } : draft;
}
