import { useEffect, useState } from "react";
import { episodesApi } from "../../../../shared/api-episodes.ts";
import { MAX_EPISODES_PAGE_SIZE, EPISODES_PAGE_SIZE, type EpisodeList } from "../../../../shared/episode.ts";
import { call } from "../../api.ts";
import { hasPodcast } from "../../podcast/podcast-setting.ts";
import { keepEpisodes, knownEpisodes } from "../../podcast/known-episodes.ts";

type EpisodesState = { episodeList: EpisodeList | undefined; status: "ready" | "loading" | "failed" };

/**
 * The podcast's episodes, from the page's HTML or from the API. Without a podcast, `episodeList` stays
 * undefined and no episodes are requested. `loadMore` loads the next page, `loadAll` all remaining pages. After a
 * failure, each continues where the loading failed.
 */
export function useEpisodes() {
  const [{ episodeList, status }, setState] = useState<EpisodesState>(() => ({
    episodeList: knownEpisodes(),
    status: "ready",
  }));

  /** Loads the page after `loadedList`; with `shouldLoadAll`, also the pages after that. */
  const load = async (loadedList: EpisodeList | undefined, shouldLoadAll = false): Promise<void> => {
    let currentList = loadedList;
    setState({ episodeList: currentList, status: "loading" });
    try {
      do {
        const answer = await call(episodesApi.listEpisodes, {
          query: {
            limit: shouldLoadAll ? MAX_EPISODES_PAGE_SIZE : EPISODES_PAGE_SIZE,
            ...(currentList?.next === undefined ? {} : { after: currentList.next }),
          },
        });
        const mergedList = {
          ...currentList,
          ...answer,
          episodes: [...(currentList?.episodes ?? []), ...answer.episodes],
        };
        if (answer.next === undefined) delete mergedList.next;
        currentList = mergedList;
        keepEpisodes(currentList);
        setState({
          episodeList: currentList,
          status: shouldLoadAll && currentList.next !== undefined ? "loading" : "ready",
        });
      } while (shouldLoadAll && currentList.next !== undefined);
    } catch (error) {
      console.error("The episodes could not be loaded", error);
      setState({ episodeList: currentList, status: "failed" });
    }
  };

  useEffect(() => {
    if (knownEpisodes()) return;
    void hasPodcast().then((isPodcastShown) => (isPodcastShown ? load(undefined) : undefined));
  }, []);

  return {
    episodeList,
    status,
    loadMore: () => void load(episodeList),
    loadAll: () => void load(episodeList, true),
  };
}
