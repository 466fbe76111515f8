import { useQuery } from "@tanstack/react-query";
import { hasTickets } from "../auth/amplify.ts";

/** Whether the stage has tickets, as far as is known: the tab is only hidden if it has none. Asked once for each visit. */
export function useTicketsOn(): boolean {
  const { data } = useQuery({
    queryKey: ["tickets-on"],
    queryFn: hasTickets,
    staleTime: Infinity,
    meta: { failure: "It is not known whether this shop has tickets" },
  });
  return data ?? true;
}
