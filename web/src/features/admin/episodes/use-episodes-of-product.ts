import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { adminEpisodesApi } from "../../../../../shared/api-admin-episodes.ts";
import type { Output } from "../../../../../shared/endpoint.ts";
import { errorText } from "../admin-messages.ts";
import { adminCall } from "../auth/admin-call.ts";
import { toast } from "../toast.ts";
import { EPISODES_KEY } from "./use-admin-episodes.ts";

export type EpisodeOfProduct = Output<typeof adminEpisodesApi.listEpisodesOfProduct>["episodes"][number];

const episodesQuery = (productId: string) =>
  queryOptions({
    queryKey: [EPISODES_KEY, "product", productId],
    queryFn: ({ signal }) =>
      adminCall(adminEpisodesApi.listEpisodesOfProduct, { params: { id: productId }, signal }),
    meta: { failureText: "The episodes of a product could not be loaded" },
  });

/** The episodes that show a product. */
export const useEpisodesOfProduct = (productId: string) => useQuery(episodesQuery(productId));

type EpisodeChange = { episode: Pick<EpisodeOfProduct, "id" | "title">; isShown: boolean };

/** A mutation that adds a product to an episode, or removes it from the episode. A failure is shown as a toast. */
export function useEpisodeChange(productId: string) {
  const client = useQueryClient();
  return useMutation({
    // Changes are sent one after another, so that the last answer contains all changes.
    scope: { id: `episodes of ${productId}` },
    mutationFn: ({ episode: { id }, isShown }: EpisodeChange) =>
      adminCall(adminEpisodesApi.changeEpisodesOfProduct, {
        params: { id: productId },
        body: { add: isShown ? [id] : [], remove: isShown ? [] : [id] },
      }),
    onSuccess: (answer, { episode, isShown }) => {
      client.setQueryData(episodesQuery(productId).queryKey, answer);
      toast.success(`${isShown ? "Shown in" : "No longer in"} “${episode.title}”`);
    },
    onError: (error) => {
      console.error("The episodes of a product could not be changed", error);
      toast.error(errorText(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [EPISODES_KEY] }),
  });
}
