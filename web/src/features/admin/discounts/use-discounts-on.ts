import { useQuery } from "@tanstack/react-query";
import { hasDiscounts } from "../auth/amplify.ts";

/** Whether the stage has discount codes. True while this is loading, so that a link to the tab opens the tab. */
export function useDiscountsOn(): boolean {
  const { data } = useQuery({
    queryKey: ["discounts-on"],
    queryFn: hasDiscounts,
    staleTime: Infinity,
    meta: { failure: "It is not known whether this shop has discount codes" },
  });
  return data ?? true;
}
