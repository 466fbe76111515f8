import { useQuery } from "@tanstack/react-query";
import { hasDiscounts, hasTickets } from "./auth/amplify.ts";

/** A setting of the stage. True while the setting is loading, so that a link to the setting's tab opens the tab. */
function useStageSetting(key: string, readSetting: () => Promise<boolean>, failure: string): boolean {
  const { data } = useQuery({
    queryKey: [key],
    queryFn: readSetting,
    staleTime: Infinity,
    meta: { failure },
  });
  return data ?? true;
}

/** Whether the stage has tickets; true while loading. */
export const useHasTickets = (): boolean =>
  useStageSetting("tickets-on", hasTickets, "It is not known whether this shop has tickets");

/** Whether the stage has discount codes; true while loading. */
export const useHasDiscounts = (): boolean =>
  useStageSetting("discounts-on", hasDiscounts, "It is not known whether this shop has discount codes");
