import { useEffect, useRef } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorText } from "./admin-messages.ts";
import { toast } from "./toast.ts";

export type ErrorOptions = {
  /** Whether the caller shows the `error` of the mutation. If not, or if the caller has left the page, a toast shows the error. */
  isErrorShown?: boolean | undefined;
};

type ActionOptions<V, T> = ErrorOptions & {
  /** The first part of the keys of the queries that are read again after the action. */
  queryKey: string;
  /** The text that is logged if the action fails. */
  failureText: string;
  action: (variables: V) => Promise<T>;
  onSuccess: (result: T, variables: V) => void;
};

/** A mutation that calls `action`, shows why it failed, and then reads the changed data again. */
export function useAction<V, T>({
  queryKey,
  failureText,
  action,
  onSuccess,
  isErrorShown = false,
}: ActionOptions<V, T>) {
  const client = useQueryClient();
  const isOnPage = useRef(false);
  useEffect(() => {
    isOnPage.current = true;
    return () => {
      isOnPage.current = false;
    };
  }, []);
  return useMutation({
    mutationFn: action,
    onSuccess,
    onError: (error) => {
      console.error(failureText, error);
      if (!isErrorShown || !isOnPage.current) toast.error(errorText(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [queryKey] }),
  });
}
