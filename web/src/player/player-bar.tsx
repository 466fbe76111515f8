import { useEffect } from "react";
import { paths } from "../paths.ts";
import { useLocation } from "../router/hooks.ts";
import { Link } from "../router/link.tsx";
import { useStore } from "../store.ts";
import { cx } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { SpinnerRing } from "../ui/spinner.tsx";
import { JumpIcon } from "./jump-icon.tsx";
import styles from "./player-bar.module.css";
import { PlayerPanel } from "./player-panel.tsx";
import { PositionSlider } from "./position-slider.tsx";
import {
  BACK_S,
  closePlayer,
  FORWARD_S,
  pausePlayer,
  player,
  skip,
  togglePlayback,
  type PlayerState,
} from "./player.ts";
import { SpeedSelect, VolumeSlider } from "./player-settings.tsx";
import { clockText } from "./time-text.ts";

/** For callers of `loadPlayer`, which loads this module. */
export { playEpisode } from "./player.ts";

function PlayButton({ status }: Pick<PlayerState, "status">) {
  const isPlaying = status === "playing" || status === "loading";
  return (
    <button
      type="button"
      title={isPlaying ? "Pause" : "Play"}
      aria-label={isPlaying ? "Pause" : "Play"}
      onClick={togglePlayback}
      className={styles.play}
    >
      {status === "loading" ? <SpinnerRing /> : <Icon name={isPlaying ? "pause" : "play"} size={24} />}
    </button>
  );
}

function JumpButton({
  seconds,
  label,
  className,
}: {
  seconds: number;
  label: string;
  className?: string | undefined;
}) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      onClick={() => skip(seconds)}
      className={cx(styles.jump, className)}
    >
      <JumpIcon seconds={seconds} />
    </button>
  );
}

/** The title, and below it the time and the chapter, or that the episode cannot be played. */
function NowPlaying({ episode, status, time, duration, chapters }: PlayerState) {
  if (!episode) return null;
  const chapter = chapters.findLast(({ start }) => start <= time);
  return (
    <div className={styles.now}>
      <Link to={paths.episode(episode.id)} className={styles.title}>
        {episode.title}
      </Link>
      {status === "failed" ? (
        <p role="alert" className={styles.failed}>
          It cannot be played.{" "}
          <a href={episode.audio.url} target="_blank" rel="noopener noreferrer">
            Open the recording
          </a>
        </p>
      ) : (
        <p className={styles.line}>
          <span className="mono">
            {clockText(time)}
            {duration > 0 && ` / ${clockText(duration)}`}
          </span>
          {chapter && <span className={styles.chapter}>{chapter.title}</span>}
        </p>
      )}
    </div>
  );
}

let isMounted = false;

/**
 * Pauses when a page without the bar is opened, such as the back office, because nothing on that page could stop the
 * episode.
 */
function usePauseOnLeave(): void {
  useEffect(() => {
    isMounted = true;
    return () => {
      isMounted = false;
      // In development React unmounts and mounts each component once, and the episode must then go on.
      setTimeout(() => {
        if (!isMounted) pausePlayer();
      });
    };
  }, []);
}

/** At the bottom of the page while an episode is in the player. */
export function PlayerBar() {
  const playerState = useStore(player);
  const { pathname } = useLocation();
  const isShown = playerState.episode !== undefined;
  // With this attribute, the page has room for the bar below its end, and on a phone the header scrolls with the page.
  useEffect(() => {
    document.documentElement.toggleAttribute("data-player", isShown);
    return () => document.documentElement.removeAttribute("data-player");
  }, [isShown]);
  usePauseOnLeave();
  if (!playerState.episode) return null;
  return (
    <section
      aria-label="Player"
      // On a phone the player's bar scrolls with the page in the checkout, because the checkout has a bar of its own there.
      className={cx(styles.bar, pathname.startsWith(paths.checkout) && styles.inFlow)}
    >
      <PositionSlider {...playerState} />
      <div className={`container ${styles.controls}`}>
        <div className={styles.buttons}>
          <JumpButton seconds={-BACK_S} label={`Back ${BACK_S} seconds`} />
          <PlayButton status={playerState.status} />
          <JumpButton seconds={FORWARD_S} label={`Forward ${FORWARD_S} seconds`} />
        </div>
        <NowPlaying {...playerState} />
        <div className={styles.wideControls}>
          <SpeedSelect rate={playerState.rate} />
          <VolumeSlider volume={playerState.volume} />
        </div>
        <PlayerPanel {...playerState} />
        <IconButton icon="close" label="Close the player" onClick={closePlayer} className={styles.close} />
      </div>
    </section>
  );
}
