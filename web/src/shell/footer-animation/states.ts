/** 'armed': hovered or focused, until the start delay is over. */
export type AnimationState = "idle" | "armed" | "tilting" | "pouring" | "settling" | "full" | "draining";

/** The time between hover or focus and the start of the animation. */
export const START_DELAY_MS = 300;
/** The same time in a window that is at most 768 px wide. */
const MOBILE_START_DELAY_MS = 200;
export const DURATIONS_MS = {
  tilting: 350,
  pouring: 1600,
  settling: 700,
  full: 2500,
  draining: 500,
} as const;

const NEXT_STATE = {
  armed: "tilting",
  tilting: "pouring",
  pouring: "settling",
  settling: "full",
  full: "draining",
  draining: "idle",
} as const satisfies Record<Exclude<AnimationState, "idle">, AnimationState>;

function durationOf(state: Exclude<AnimationState, "idle">, isMobile: boolean): number {
  if (state !== "armed") return DURATIONS_MS[state];
  return isMobile ? MOBILE_START_DELAY_MS : START_DELAY_MS;
}

/**
 * The next state, and the time until then; undefined for 'idle'. With reduced motion the glass is full after the delay,
 * without an animation. `isMobile`: whether the window is at most 768 px wide.
 */
export function nextState(
  state: AnimationState,
  isMobile: boolean,
  isMotionReduced: boolean,
): { state: AnimationState; afterMs: number } | undefined {
  if (state === "idle") return undefined;
  const afterMs = durationOf(state, isMobile);
  if (!isMotionReduced) return { state: NEXT_STATE[state], afterMs };
  if (state === "armed") return { state: "full", afterMs };
  return state === "full" ? { state: "idle", afterMs } : { state: "full", afterMs: 0 };
}

/** The state after the start of hover or focus. A running animation continues. */
export const stateAfterHover = (state: AnimationState): AnimationState =>
  state === "idle" ? "armed" : state;
/** The state after the end of hover or focus. An animation that has not started is cancelled. */
export const stateAfterLeave = (state: AnimationState): AnimationState =>
  state === "armed" ? "idle" : state;
/** The state after a click, a tap or Enter. The animation starts without delay. */
export const stateAfterClick = (state: AnimationState): AnimationState =>
  state === "idle" || state === "armed" ? "tilting" : state;
