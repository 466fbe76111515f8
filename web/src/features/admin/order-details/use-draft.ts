import { useState } from "react";
import { useStore } from "../../../store.ts";
import { createUserStore } from "../user-stores.ts";

/**
 * The drafts by the name of the form and the ids of its subject. They are in a store, because React renders a change of a store
 * at once, but may render a change of a component's state only after the next key is pressed.
 */
const drafts = createUserStore<ReadonlyMap<string, object>>(new Map());

const keyOf = (name: string, subjectIds: string): string => `${name} ${subjectIds}`;

/** Changes the draft of a form, also if the form is not shown any more. Does nothing if there is no draft. */
export function changeDraft<Draft extends object>(
  name: string,
  subjectIds: string,
  change: (current: Draft) => Draft,
): void {
  const key = keyOf(name, subjectIds);
  const draft = drafts.current().get(key) as Draft | undefined;
  if (draft) drafts.set(new Map(drafts.current()).set(key, change(draft)));
}

/**
 * The input in a form before it is saved. The draft is kept until sign-out, also when the dialog is closed or shows another
 * order. `name`: the name of the form, such as 'note'. `subjectIds`: the id of what the form is about, or several ids in one text,
 * such as those of an order and a request.
 */
export function useDraft<Draft extends object>(
  name: string,
  subjectIds: string,
  createDraft: () => Draft,
): [Draft, (change: (current: Draft) => Draft) => void] {
  const key = keyOf(name, subjectIds);
  // Keeps one draft until the first input, because a draft may contain a random id for its request.
  const [firstDraft, setFirstDraft] = useState(() => ({ key, draft: createDraft() }));
  if (firstDraft.key !== key) setFirstDraft({ key, draft: createDraft() });
  const draftIn = (storedDrafts: ReadonlyMap<string, object>) =>
    (storedDrafts.get(key) as Draft | undefined) ?? firstDraft.draft;
  return [
    draftIn(useStore(drafts)),
    (change) => drafts.set(new Map(drafts.current()).set(key, change(draftIn(drafts.current())))),
  ];
}
