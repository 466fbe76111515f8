import { useEffect, useState } from "react";
import { episodesApi } from "../../../../shared/api-episodes.ts";
import { MAX_EPISODES_PAGE_SIZE, EPISODES_PAGE_SIZE, type EpisodeList } from "../../../../shared/episode.ts";
import { call } from "../../api.ts";
import { hasPodcast } from "../../podcast/podcast-setting.ts";
import { keepEpisodes, knownEpisodes } from "../../podcast/known-episodes.ts";

type State = { list: EpisodeList | undefined; status: "ready" | "loading" | "failed" };

/**
 * The podcast's episodes, from the page's HTML or from the API. Without a podcast, `list` stays undefined and nothing is
 * requested. `loadMore` loads the next page, `loadAll` all remaining pages. After a failure, each continues where it failed.
 */
export function useEpisodes() {
  const [{ list, status }, setState] = useState<State>(() => ({ list: knownEpisodes(), status: "ready" }));

  /** Loads the next page; with `all`, also those after it. */
  const load = async (loaded: EpisodeList | undefined, all = false): Promise<void> => {
    let current = loaded;
    setState({ list: current, status: "loading" });
    try {
      do {
        const answer = await call(episodesApi.listEpisodes, {
          query: {
            limit: all ? MAX_EPISODES_PAGE_SIZE : EPISODES_PAGE_SIZE,
            ...(current?.next === undefined ? {} : { after: current.next }),
          },
        });
        const merged = {
          ...current,
          ...answer,
          episodes: [...(current?.episodes ?? []), ...answer.episodes],
        };
        if (answer.next === undefined) delete merged.next;
        current = merged;
        keepEpisodes(current);
        setState({ list: current, status: all && current.next !== undefined ? "loading" : "ready" });
      } while (all && current.next !== undefined);
    } catch (error) {
      console.error("The episodes could not be loaded", error);
      setState({ list: current, status: "failed" });
    }
  };

  useEffect(() => {
    if (knownEpisodes()) return;
    void hasPodcast().then((isOn) => (isOn ? load(undefined) : undefined));
  }, []);

  return { list, status, loadMore: () => void load(list), loadAll: () => void load(list, true) };
}
