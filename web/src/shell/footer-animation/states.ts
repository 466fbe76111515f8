export type AnimationState = "idle" | "armed" | "tilting" | "pouring" | "settling" | "full" | "draining";

/** ms between hovering over the bottle and the start; the shorter one at 768 px and below. */
export const START_DELAY = { usual: 300, mobile: 200 } as const;
/** How long each state lasts, in ms. */
export const DURATIONS = { tilting: 350, pouring: 1600, settling: 700, full: 2500, draining: 500 } as const;

const NEXT = {
  armed: "tilting",
  tilting: "pouring",
  pouring: "settling",
  settling: "full",
  full: "draining",
  draining: "idle",
} as const satisfies Record<Exclude<AnimationState, "idle">, AnimationState>;

type Visitor = { mobile: boolean; reducedMotion: boolean };

/** The next state, and after how many ms; none after 'idle'. Under reduced motion the glass is full at once. */
export function nextState(
  state: AnimationState,
  { mobile, reducedMotion }: Visitor,
): { state: AnimationState; after: number } | undefined {
  if (state === "idle") return undefined;
  const after = state === "armed" ? (mobile ? START_DELAY.mobile : START_DELAY.usual) : DURATIONS[state];
  if (!reducedMotion) return { state: NEXT[state], after };
  if (state === "armed") return { state: "full", after };
  return state === "full" ? { state: "idle", after } : { state: "full", after: 0 };
}

/** After hovering. A running animation goes on. */
export const arm = (state: AnimationState): AnimationState => (state === "idle" ? "armed" : state);
/** After leaving: cancels an animation that has not started. */
export const disarm = (state: AnimationState): AnimationState => (state === "armed" ? "idle" : state);
/** After a click, a tap or Enter: starts without the delay. */
export const start = (state: AnimationState): AnimationState =>
  state === "idle" || state === "armed" ? "tilting" : state;
