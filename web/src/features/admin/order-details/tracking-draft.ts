/** What the admin typed while `saved` was the order's tracking number; `typed` is undefined until then. */
export type TrackingDraft = { typed?: string; saved?: string };

/**
 * The number in the form. `isOutdated`: the order's number was changed after the admin had typed. The form then shows the
 * saved number, so that a number of another admin is not replaced by mistake. `isUnsaved`: the form has another number than
 * the order.
 */
export function numberInForm(
  { typed, saved: savedWhenTyped }: TrackingDraft,
  saved: string,
): { text: string; isOutdated: boolean; isUnsaved: boolean } {
  const isOutdated = typed !== undefined && savedWhenTyped !== saved && typed.trim() !== saved;
  const text = isOutdated ? saved : (typed ?? saved);
  return { text, isOutdated, isUnsaved: text.trim() !== saved };
}
