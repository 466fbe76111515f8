import { useEffect, useMemo, useState } from "react";
import { episodesApi } from "../../../../shared/api-episodes.ts";
import type { Episode } from "../../../../shared/episode.ts";
import { ApiError } from "../../api-error.ts";
import { call } from "../../api.ts";
import { knownEpisode } from "../../podcast/known-episodes.ts";

export type EpisodeState =
  | { status: "ready"; episode: Episode }
  | { status: "loading" | "missing" | "failed"; episode?: undefined };

/** The episode with this id. Until the server has answered, and after a failure, the episode in the page's HTML, if any. */
export function useEpisode(id: string): EpisodeState & { retry: () => void } {
  const [loadedState, setLoadedState] = useState<EpisodeState & { id: string }>();
  const [retryCount, setRetryCount] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    call(episodesApi.getEpisode, { params: { id }, signal: controller.signal }).then(
      (episode) => setLoadedState({ id, status: "ready", episode }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        console.error(`The episode ${id} could not be loaded`, error);
        const isMissing = error instanceof ApiError && error.status === 404;
        setLoadedState({ id, status: isMissing ? "missing" : "failed" });
      },
    );
    return () => controller.abort();
  }, [id, retryCount]);
  const retry = () => {
    setLoadedState(undefined);
    setRetryCount(retryCount + 1);
  };
  const htmlEpisode = useMemo(() => knownEpisode(id), [id]);
  if (htmlEpisode && (loadedState?.id !== id || loadedState.status === "failed"))
    return { status: "ready", episode: htmlEpisode, retry };
  return { ...(loadedState?.id === id ? loadedState : { status: "loading" }), retry };
}
