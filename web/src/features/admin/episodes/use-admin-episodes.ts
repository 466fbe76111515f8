import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminEpisodesApi } from "../../../../../shared/api-admin-episodes.ts";
import type { Output } from "../../../../../shared/endpoint.ts";
import { adminCall, adminBackgroundCall } from "../auth/admin-call.ts";
import { toast } from "../toast.ts";
import { useAction } from "../use-action.ts";
import { usePolledQuery } from "../use-polled-query.ts";

const POLL_INTERVAL_MS = 60_000;
/** The first part of the keys of all queries about episodes. */
export const EPISODES_KEY = "episodes";

export type AdminEpisodes = Output<typeof adminEpisodesApi.listEpisodesAsAdmin>;
export type AdminEpisode = AdminEpisodes["episodes"][number];

const listQuery = (pageCount: number) =>
  queryOptions({
    queryKey: [EPISODES_KEY, pageCount],
    queryFn: async ({ signal }) => {
      const mergedPages: AdminEpisodes = { episodes: [] };
      for (let page = 0; page < pageCount && (page === 0 || mergedPages.next !== undefined); page += 1) {
        const { episodes, next, feed } = await adminBackgroundCall(adminEpisodesApi.listEpisodesAsAdmin, {
          query: { after: mergedPages.next },
          signal,
        });
        mergedPages.episodes.push(...episodes);
        mergedPages.next = next;
        mergedPages.feed = feed;
      }
      return mergedPages;
    },
    placeholderData: keepPreviousData,
    meta: { failureText: "The episodes could not be loaded" },
  });

/** The newest `pageCount` pages of episodes (50 each) with their products, and the state of the feed. */
export const useAdminEpisodes = (pageCount: number) => usePolledQuery(listQuery(pageCount), POLL_INTERVAL_MS);

/** `productIds`: the chosen products. `shownIds`: the products of the episode when the form was opened. */
export type ProductsChange = { productIds: string[]; shownIds: string[] };

/** Changes the products of an episode. */
export const useSaveProducts = (episodeId: string, onSaved: () => void) =>
  useAction({
    queryKey: EPISODES_KEY,
    failureText: "The products of an episode could not be saved",
    action: (change: ProductsChange) =>
      adminCall(adminEpisodesApi.setEpisodeProducts, { params: { id: episodeId }, body: change }),
    onSuccess: () => {
      toast.success("Products of the episode saved");
      onSaved();
    },
    isErrorShown: true,
  });
