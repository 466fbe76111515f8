import { useQuery } from "@tanstack/react-query";
import { hasPodcast } from "../../../podcast/podcast-setting.ts";

/** Whether the stage shows a podcast's episodes; undefined while this is loading. */
export function useHasPodcast(): boolean | undefined {
  const { data } = useQuery({ queryKey: ["podcast-on"], queryFn: hasPodcast, staleTime: Infinity });
  return data;
}
