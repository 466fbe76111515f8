export type PourState = "idle" | "armed" | "tilting" | "pouring" | "settling" | "full" | "draining";

/** ms between resting on the bottle and the pour; the shorter one at 768 px and below. */
export const ARM = { usual: 300, mobile: 200 } as const;
/** How long each state lasts, in ms. */
export const LASTS = { tilting: 350, pouring: 1600, settling: 700, full: 2500, draining: 500 } as const;

const NEXT = {
  armed: "tilting",
  tilting: "pouring",
  pouring: "settling",
  settling: "full",
  full: "draining",
  draining: "idle",
} as const satisfies Record<Exclude<PourState, "idle">, PourState>;

type Visitor = { mobile: boolean; reducedMotion: boolean };

/** What follows a state by itself, and after how many ms; nothing follows 'idle'. Less motion: a full glass at once. */
export function following(
  state: PourState,
  { mobile, reducedMotion }: Visitor,
): { state: PourState; after: number } | undefined {
  if (state === "idle") return undefined;
  const after = state === "armed" ? (mobile ? ARM.mobile : ARM.usual) : LASTS[state];
  if (!reducedMotion) return { state: NEXT[state], after };
  if (state === "armed") return { state: "full", after };
  return state === "full" ? { state: "idle", after } : { state: "full", after: 0 };
}

/** Resting on the bottle arms it; while something runs, a repeat changes nothing. */
export const arm = (state: PourState): PourState => (state === "idle" ? "armed" : state);
/** Leaving in time calls it off. */
export const disarm = (state: PourState): PourState => (state === "armed" ? "idle" : state);
/** A click, a tap or Enter does not wait. */
export const start = (state: PourState): PourState =>
  state === "idle" || state === "armed" ? "tilting" : state;
