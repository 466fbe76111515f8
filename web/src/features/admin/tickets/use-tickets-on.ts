import { useQuery } from "@tanstack/react-query";
import { hasTickets } from "../auth/amplify.ts";

/** Whether the stage has tickets. True until the answer is known. The settings are read once for each visit. */
export function useTicketsOn(): boolean {
  const { data } = useQuery({
    queryKey: ["tickets-on"],
    queryFn: hasTickets,
    staleTime: Infinity,
    meta: { failure: "It is not known whether this shop has tickets" },
  });
  return data ?? true;
}
