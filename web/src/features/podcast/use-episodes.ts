import { useEffect, useState } from "react";
import { episodesApi } from "../../../../shared/api-episodes.ts";
import { EPISODES_PAGE_SIZE, type EpisodeList } from "../../../../shared/episode.ts";
import { call } from "../../api.ts";
import { hasPodcast } from "../../podcast/podcast-setting.ts";
import { keepEpisodes, knownEpisodes } from "../../podcast/known-episodes.ts";

type State = { list: EpisodeList | undefined; status: "ready" | "loading" | "failed" };

/**
 * The podcast's episodes, from the page's HTML or from the API. Without a podcast, `list` stays undefined and nothing is
 * requested. `loadMore` loads the next page, also again after a failure.
 */
export function useEpisodes() {
  const [{ list, status }, setState] = useState<State>(() => ({ list: knownEpisodes(), status: "ready" }));

  const load = async (after: EpisodeList | undefined): Promise<void> => {
    setState({ list: after, status: "loading" });
    try {
      const answer = await call(episodesApi.listEpisodes, {
        query: { limit: EPISODES_PAGE_SIZE, ...(after?.next === undefined ? {} : { after: after.next }) },
      });
      const merged = { ...after, ...answer, episodes: [...(after?.episodes ?? []), ...answer.episodes] };
      if (answer.next === undefined) delete merged.next;
      keepEpisodes(merged);
      setState({ list: merged, status: "ready" });
    } catch (error) {
      console.error("The episodes could not be loaded", error);
      setState({ list: after, status: "failed" });
    }
  };

  useEffect(() => {
    if (knownEpisodes()) return;
    void hasPodcast().then((isOn) => (isOn ? load(undefined) : undefined));
  }, []);

  return { list, status, loadMore: () => void load(list) };
}
