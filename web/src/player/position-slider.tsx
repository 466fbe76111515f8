import styles from "./position-slider.module.css";
import { seek, skip, type PlayerState } from "./player.ts";
import { spokenTime } from "./time-text.ts";

/** The seconds by which an arrow key moves the position. */
const STEP_S = 5;
const KEY_STEPS = new Map([
  ["ArrowLeft", -1],
  ["ArrowDown", -1],
  ["ArrowRight", 1],
  ["ArrowUp", 1],
]);

/** Shows and changes the position in the episode. Marks show where chapters begin. */
export function PositionSlider({ time, duration, chapters }: PlayerState) {
  const max = Math.max(1, Math.floor(duration));
  const chapter = chapters.findLast(({ start }) => start <= time);
  return (
    <div className={styles.slider} style={{ "--played": `${Math.min(100, (100 * time) / max)}%` } as object}>
      {duration > 0 &&
        chapters
          .filter(({ start }) => start > 0 && start < duration)
          .map(({ start }, i) => (
            <span key={i} className={styles.mark} style={{ insetInlineStart: `${(100 * start) / max}%` }} />
          ))}
      <input
        type="range"
        aria-label="Position"
        aria-valuetext={
          `${spokenTime(time)} of ${duration > 0 ? spokenTime(duration) : "an unknown length"}` +
          (chapter ? `, ${chapter.title}` : "")
        }
        min={0}
        max={max}
        step={1}
        disabled={duration === 0}
        // Rounded down, as the clock and the stored position are. The browser would round to the nearest step.
        value={Math.min(Math.floor(time), max)}
        onKeyDown={(event) => {
          const steps = KEY_STEPS.get(event.key);
          if (steps === undefined) return;
          event.preventDefault();
          skip(steps * STEP_S);
        }}
        onChange={(event) => seek(Number(event.currentTarget.value))}
        className={styles.range}
      />
    </div>
  );
}
