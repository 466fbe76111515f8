import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorText } from "./admin-messages.ts";
import { toast } from "./toast.ts";

type ActionOptions<V, T> = {
  /** The first part of the keys of the queries that are read again after the action. */
  queryKey: string;
  /** The text that is logged if the action fails. The user sees a toast with the reason. */
  failure: string;
  action: (variables: V) => Promise<T>;
  onSuccess: (result: T, variables: V) => void;
};

/** A mutation that calls `action`, shows a failure as a toast, and then reads the changed data again. */
export function useAction<V, T>({ queryKey, failure, action, onSuccess }: ActionOptions<V, T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: action,
    onSuccess,
    onError: (error) => {
      console.error(failure, error);
      toast.error(errorText(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [queryKey] }),
  });
}
