import * as z from "zod/mini";

const switchOf = <const T extends readonly string[]>(modes: T) =>
  z._default(z.enum(["normal", ...modes]), () => "normal" as const);

/** Addresses, separated by commas or spaces. */
const addresses = z._default(z.string().check(z.maxLength(2_000)), "");

/** What the local stack can do wrong on purpose; the state of `/_local/faults`. */
export const FaultState = z.object({
  webhooks: switchOf(["twice", "reordered", "held", "forged"]),
  mail: switchOf(["down", "auto-reply-down"]),
  /** Mail to these comes back. */
  bounces: addresses,
  /** The owners of these call every mail spam. */
  complaints: addresses,
  stripe: switchOf(["down", "timeout-after-create", "error-replayed", "rate-limited"]),
  /** How refunds begin that the shop asks for. */
  refunds: switchOf(["pending", "requires-action"]),
  bus: switchOf(["twice", "late"]),
  cognito: switchOf(["down"]),
  /** `contended`: overlapping writes conflict as they do in DynamoDB. */
  table: switchOf(["throttled", "conflict", "contended", "stall", "down"]),
  tableDelayMs: z._default(z.int().check(z.nonnegative(), z.lte(60_000)), 0),
  limits: switchOf(["strict"]),
});
export type FaultState = z.infer<typeof FaultState>;

/** Whether a fault is on. */
export const isOn = (value: FaultState[keyof FaultState]): boolean => !["normal", "", 0].includes(value);

export type Faults = {
  /** What goes wrong now. */
  get(): FaultState;
  /** Change the named faults and leave the others; throws a ZodError for a value that is none. */
  set(change: unknown): FaultState;
  /** Call `listener` after each change, with the state and the one before. */
  onChange(listener: (now: FaultState, before: FaultState) => void): void;
};

/** The switches of one running stack, all 'normal'; kept in memory only, so that a restart repairs everything. */
export function createFaults(): Faults {
  let state = FaultState.parse({});
  const listeners: ((now: FaultState, before: FaultState) => void)[] = [];
  return {
    get: () => state,
    set(change) {
      const before = state;
      state = FaultState.parse({ ...before, ...z.record(z.string(), z.unknown()).parse(change) });
      for (const listener of listeners) listener(state, before);
      return state;
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
