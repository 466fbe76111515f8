import type { EpisodeSummary } from "../../../../shared/episode.ts";
import { playOrPause, preloadPlayerProps, useIsPlaying } from "../../player/play-episode.ts";
import { Button, ButtonExternalLink } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { audioHostname } from "./episode-text.ts";

/** A button that plays or pauses an episode; a link to the recording if it is on a site from which pages cannot play. */
export function EpisodePlay({ episode, size }: { episode: EpisodeSummary; size?: "large" }) {
  const isPlaying = useIsPlaying(episode.id);
  if (!episode.audio.isPlayable)
    return (
      <ButtonExternalLink href={episode.audio.url} variant="secondary" icon="external" size={size}>
        Listen<VisuallyHidden> to {episode.title}</VisuallyHidden> at {audioHostname(episode)}
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </ButtonExternalLink>
    );
  return (
    <Button
      icon={isPlaying ? "pause" : "play"}
      size={size}
      {...preloadPlayerProps}
      onClick={() => playOrPause(episode)}
    >
      {isPlaying ? "Pause" : "Play"}
      <VisuallyHidden> {episode.title}</VisuallyHidden>
    </Button>
  );
}
