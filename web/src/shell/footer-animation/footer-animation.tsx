import { useEffect, useState } from "react";
import { muteLabel, pourCaption } from "../../../../shared/site/footer.ts";
import { useStore } from "../../store.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { useReducedMotion } from "../../ui/use-reduced-motion.ts";
import styles from "./footer-animation.module.css";
import { Scene } from "./scene.tsx";
import { mutedStore, playSound, setMuted, unlockAudioOnFirstTouch } from "./sound.ts";
import type { AnimationState } from "./states.ts";
import { nextState, stateAfterClick, stateAfterHover, stateAfterLeave } from "./states.ts";

const MOBILE_QUERY = "(width <= 768px)";

/** The event handlers of an element that starts the animation. */
export type AnimationTriggers = {
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  onFocus: () => void;
  onBlur: () => void;
  onClick: () => void;
};

/**
 * The animation's state, and event handlers that start the animation: on a click, or a moment after hover or
 * focus.
 */
export function useFooterAnimation(): { state: AnimationState; triggers: AnimationTriggers } {
  const [state, setState] = useState<AnimationState>("idle");
  const isMotionReduced = useReducedMotion();

  useEffect(() => {
    const transition = nextState(state, window.matchMedia(MOBILE_QUERY).matches, isMotionReduced);
    if (!transition) return;
    const timer = setTimeout(() => setState(transition.state), transition.afterMs);
    return () => clearTimeout(timer);
  }, [state, isMotionReduced]);
  useEffect(() => (state === "pouring" ? playSound() : undefined), [state]);
  useEffect(unlockAudioOnFirstTouch, []);

  const onHover = () => setState(stateAfterHover);
  const onLeave = () => setState(stateAfterLeave);
  return {
    state,
    triggers: {
      onPointerEnter: onHover,
      onPointerLeave: onLeave,
      onFocus: onHover,
      onBlur: onLeave,
      onClick: () => setState(stateAfterClick),
    },
  };
}

function MuteButton() {
  const isMuted = useStore(mutedStore);
  return (
    <IconButton
      icon={isMuted ? "mute" : "sound"}
      iconSize={18}
      label={muteLabel}
      aria-pressed={isMuted}
      onClick={() => setMuted(!isMuted)}
      className={styles.mute}
    />
  );
}

/** A bottle that fills a glass on hover, focus, tap or Enter, and a button that mutes the sound. */
export function FooterAnimation({ state, triggers }: ReturnType<typeof useFooterAnimation>) {
  return (
    <div className={styles.animation}>
      <button type="button" {...triggers} className={styles.button}>
        <Scene state={state} />
        <span className={styles.caption}>
          <span aria-hidden="true">&gt; </span>
          {pourCaption}
        </span>
      </button>
      <MuteButton />
    </div>
  );
}
