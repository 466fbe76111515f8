import { useState } from "react";
import { useStore } from "../../../store.ts";
import { createUserStore } from "../user-stores.ts";

/**
 * The drafts by form name and subject. They are in a store, because React renders a change of a store before the next key is
 * pressed.
 */
const drafts = createUserStore<ReadonlyMap<string, object>>(new Map());

const keyOf = (name: string, subject: string): string => `${name} ${subject}`;

/** Changes the draft of a form that may not be shown any more. Does nothing if there is no draft. */
export function changeDraft<Draft extends object>(
  name: string,
  subject: string,
  change: (current: Draft) => Draft,
): void {
  const key = keyOf(name, subject);
  const draft = drafts.current().get(key) as Draft | undefined;
  if (draft) drafts.set(new Map(drafts.current()).set(key, change(draft)));
}

/**
 * The input in a form before it is saved. The draft is kept until sign-out, also when the dialog is closed or shows another
 * order. `name`: the name of the form, such as 'note'. `subject`: the id of the order that the form is about, or several ids.
 */
export function useDraft<Draft extends object>(
  name: string,
  subject: string,
  createDraft: () => Draft,
): [Draft, (change: (current: Draft) => Draft) => void] {
  const key = keyOf(name, subject);
  // The same empty draft until the first input, because `createDraft` may make another id each time.
  const [emptyDraft, setEmptyDraft] = useState(() => ({ key, draft: createDraft() }));
  if (emptyDraft.key !== key) setEmptyDraft({ key, draft: createDraft() });
  const draftIn = (storedDrafts: ReadonlyMap<string, object>) =>
    (storedDrafts.get(key) as Draft | undefined) ?? emptyDraft.draft;
  return [
    draftIn(useStore(drafts)),
    (change) => drafts.set(new Map(drafts.current()).set(key, change(draftIn(drafts.current())))),
  ];
}
