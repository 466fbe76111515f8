import { useQuery } from "@tanstack/react-query";
import { hasTickets } from "../auth/amplify.ts";

/** Whether the stage has tickets. True while this is loading, so that a link to the tab opens the tab. */
export function useTicketsOn(): boolean {
  const { data } = useQuery({
    queryKey: ["tickets-on"],
    queryFn: hasTickets,
    staleTime: Infinity,
    meta: { failure: "It is not known whether this shop has tickets" },
  });
  return data ?? true;
}
