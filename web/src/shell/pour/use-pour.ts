import { useEffect, useState } from "react";
import { useReducedMotion } from "../../ui/use-reduced-motion.ts";
import { playPour, unlockOnFirstTouch } from "./pour-sound.ts";
import type { PourState } from "./pour-states.ts";
import { arm, disarm, following, start } from "./pour-states.ts";

const MOBILE = "(width <= 768px)";

/** What starts a pour: resting on it with pointer or focus for a moment, or a click. */
export type PourTriggers = {
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  onFocus: () => void;
  onBlur: () => void;
  onClick: () => void;
};

/** The state of the bottle and the glass, and what to put on everything that pours. */
export function usePour(): { state: PourState; triggers: PourTriggers } {
  const [state, setState] = useState<PourState>("idle");
  const reducedMotion = useReducedMotion();

  useEffect(() => {
    const next = following(state, { mobile: window.matchMedia(MOBILE).matches, reducedMotion });
    if (!next) return;
    const timer = setTimeout(() => setState(next.state), next.after);
    return () => clearTimeout(timer);
  }, [state, reducedMotion]);
  useEffect(() => (state === "pouring" ? playPour() : undefined), [state]);
  useEffect(unlockOnFirstTouch, []);

  const rest = () => setState(arm);
  const leave = () => setState(disarm);
  return {
    state,
    triggers: {
      onPointerEnter: rest,
      onPointerLeave: leave,
      onFocus: rest,
      onBlur: leave,
      onClick: () => setState(start),
    },
  };
}
