import { useId, useRef } from "react";
import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import styles from "./player-panel.module.css";
import { closePlayer, seek, type PlayerState } from "./player.ts";
import { SpeedSelect, VolumeSlider } from "./player-settings.tsx";
import { clockText } from "./time-text.ts";

/**
 * A button that opens a panel above the player: the chapters, in narrow windows speed and volume, and on the narrowest phones,
 * where the bar has no room for it, the button that closes the player.
 */
export function PlayerPanel({ chapters, time, rate, volume }: PlayerState) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const currentIndex = chapters.findLastIndex(({ start }) => start <= time);
  const choose = (start: number) => {
    seek(start);
    panel.current?.hidePopover();
  };
  return (
    <>
      <IconButton
        icon="menu"
        label={chapters.length > 0 ? "Chapters and settings" : "Settings"}
        popoverTarget={id}
        className={chapters.length > 0 ? undefined : styles.onlySettings}
      />
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="group"
        aria-label="Chapters and settings"
        className={styles.panel}
      >
        <div className={styles.settings}>
          <SpeedSelect rate={rate} />
          <VolumeSlider volume={volume} />
        </div>
        {chapters.length > 0 && (
          <>
            <h2 className={styles.heading}>Chapters</h2>
            <ol className={styles.chapters}>
              {chapters.map(({ start, title }, i) => (
                <li key={i}>
                  <button
                    type="button"
                    aria-current={i === currentIndex ? "true" : undefined}
                    onClick={() => choose(start)}
                    className={styles.chapter}
                  >
                    <span className={styles.at}>{clockText(start)}</span>
                    {title}
                  </button>
                </li>
              ))}
            </ol>
          </>
        )}
        <div className={styles.close}>
          <Button variant="secondary" icon="close" wide onClick={closePlayer}>
            Close the player
          </Button>
        </div>
      </div>
    </>
  );
}
