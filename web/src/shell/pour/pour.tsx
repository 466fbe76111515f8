import { useSyncExternalStore } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { PourScene } from "./pour-scene.tsx";
import { isMuted, setMuted, subscribeMuted } from "./pour-sound.ts";
import styles from "./pour.module.css";
import type { usePour } from "./use-pour.ts";

function MuteButton() {
  const muted = useSyncExternalStore(subscribeMuted, isMuted, () => false);
  return (
    <IconButton
      icon={muted ? "mute" : "sound"}
      iconSize={18}
      label="Mute the pour"
      aria-pressed={muted}
      onClick={() => setMuted(!muted)}
      className={styles.mute}
    />
  );
}

/** The bottle that pours a glass when somebody rests on it, taps it or presses Enter. */
export function Pour({ state, triggers }: ReturnType<typeof usePour>) {
  return (
    <div className={styles.pour}>
      <button type="button" {...triggers} className={styles.button}>
        <PourScene state={state} />
        <span className={styles.caption}>
          <span aria-hidden="true">&gt; </span>
          Pour a bourbon
        </span>
      </button>
      <MuteButton />
    </div>
  );
}
