import { Icon } from "../ui/icon.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./player-settings.module.css";
import { canSetVolume, RATES, setRate, setVolume } from "./player.ts";

export function SpeedSelect({ rate }: { rate: number }) {
  return (
    <label className={styles.speed}>
      <VisuallyHidden>Speed</VisuallyHidden>
      <select value={rate} onChange={(event) => setRate(Number(event.currentTarget.value))}>
        {RATES.map((value) => (
          <option key={value} value={value}>
            {value}×
          </option>
        ))}
      </select>
    </label>
  );
}

/** Nothing if only the device's own buttons set the volume. */
export function VolumeSlider({ volume }: { volume: number }) {
  if (!canSetVolume) return null;
  return (
    <label className={styles.volume}>
      <Icon name={volume === 0 ? "mute" : "sound"} />
      <VisuallyHidden>Volume</VisuallyHidden>
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={volume}
        aria-valuetext={`${Math.round(100 * volume)} %`}
        onChange={(event) => setVolume(Number(event.currentTarget.value))}
      />
    </label>
  );
}
