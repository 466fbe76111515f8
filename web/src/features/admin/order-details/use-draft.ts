import { useQuery, useQueryClient } from "@tanstack/react-query";

const KEEP_UNTIL_SIGN_OUT = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

/**
 * The input in a form of an order before it is saved. The draft is kept until sign-out, also when the dialog is closed or shows
 * another order. `name`: the name of the form, such as 'note'.
 */
export function useDraft<Draft extends object>(
  name: string,
  orderId: string,
  createDraft: () => Draft,
): [Draft, (change: (current: Draft) => Draft) => void] {
  const client = useQueryClient();
  const queryKey = ["draft", name, orderId];
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
