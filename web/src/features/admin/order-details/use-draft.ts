import { useQuery, useQueryClient } from "@tanstack/react-query";
import { queryClient } from "../query-client.ts";

const KEEP_UNTIL_SIGN_OUT = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

const draftKey = (name: string, subject: string) => ["draft", name, subject];

/** Forgets the draft of a form that is saved and no longer shown. */
export const forgetDraft = (name: string, subject: string): void =>
  queryClient.removeQueries({ queryKey: draftKey(name, subject) });

/**
 * The input in a form before it is saved. The draft is kept until sign-out, also when the dialog is closed or shows another
 * order. `name`: the name of the form, such as 'note'. `subject`: the id of the order that the form is about, or several ids.
 */
export function useDraft<Draft extends object>(
  name: string,
  subject: string,
  createDraft: () => Draft,
): [Draft, (change: (current: Draft) => Draft) => void] {
  const client = useQueryClient();
  const queryKey = draftKey(name, subject);
  const { data } = useQuery({
    queryKey,
    queryFn: createDraft,
    initialData: createDraft,
    ...KEEP_UNTIL_SIGN_OUT,
  });
  return [
    data,
    (change) => client.setQueryData<Draft>(queryKey, (current) => change(current ?? createDraft())),
  ];
}
