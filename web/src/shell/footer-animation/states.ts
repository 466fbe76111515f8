export type AnimationState = "idle" | "armed" | "tilting" | "pouring" | "settling" | "full" | "draining";

/** The time between hovering and the start; `mobile` is for windows of at most 768 px. */
export const START_DELAY_MS = { desktop: 300, mobile: 200 } as const;
/** The duration of each state. */
export const DURATIONS_MS = {
  tilting: 350,
  pouring: 1600,
  settling: 700,
  full: 2500,
  draining: 500,
} as const;

const NEXT = {
  armed: "tilting",
  tilting: "pouring",
  pouring: "settling",
  settling: "full",
  full: "draining",
  draining: "idle",
} as const satisfies Record<Exclude<AnimationState, "idle">, AnimationState>;

type Visitor = { mobile: boolean; reducedMotion: boolean };

function durationOf(state: Exclude<AnimationState, "idle">, mobile: boolean): number {
  if (state !== "armed") return DURATIONS_MS[state];
  return mobile ? START_DELAY_MS.mobile : START_DELAY_MS.desktop;
}

/**
 * The next state, and the time until then; undefined for 'idle'. With reduced motion the glass is full at
 * once.
 */
export function nextState(
  state: AnimationState,
  { mobile, reducedMotion }: Visitor,
): { state: AnimationState; afterMs: number } | undefined {
  if (state === "idle") return undefined;
  const afterMs = durationOf(state, mobile);
  if (!reducedMotion) return { state: NEXT[state], afterMs };
  if (state === "armed") return { state: "full", afterMs };
  return state === "full" ? { state: "idle", afterMs } : { state: "full", afterMs: 0 };
}

/** The state after the start of hover or focus. A running animation continues. */
export const arm = (state: AnimationState): AnimationState => (state === "idle" ? "armed" : state);
/** The state after the end of hover or focus. An animation that has not started is cancelled. */
export const disarm = (state: AnimationState): AnimationState => (state === "armed" ? "idle" : state);
/** The state after a click, a tap or Enter. The animation starts without delay. */
export const start = (state: AnimationState): AnimationState =>
  state === "idle" || state === "armed" ? "tilting" : state;
