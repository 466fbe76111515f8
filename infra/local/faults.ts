import * as z from "zod/mini";

const modeSchema = <const T extends readonly string[]>(modes: T) =>
  z._default(z.enum(["normal", ...modes]), () => "normal" as const);

/** Email addresses, separated by commas or spaces. */
const addressList = z._default(z.string().check(z.maxLength(2_000)), "");

/** The faults that the local stack can produce; the state of `/_local/faults`. */
export const FaultState = z.object({
  webhooks: modeSchema(["twice", "reordered", "held", "lost", "forged"]),
  mail: modeSchema(["down", "auto-reply-down"]),
  /** Mail to these addresses bounces. */
  bounces: addressList,
  /** The owners of these addresses report every mail as spam. */
  complaints: addressList,
  stripe: modeSchema(["down", "timeout-after-create", "error-replayed", "rate-limited"]),
  /** The first status of the shop's refunds. */
  refunds: modeSchema(["pending", "requires-action"]),
  bus: modeSchema(["twice", "late"]),
  cognito: modeSchema(["down"]),
  /** `conflict`: random transactions conflict. `contended`: overlapping writes conflict, as in DynamoDB. */
  table: modeSchema(["throttled", "conflict", "contended", "stall", "down"]),
  // A form sends the number as text.
  tableDelayMs: z._default(z.coerce.number().check(z.nonnegative(), z.lte(60_000)), 0),
  limits: modeSchema(["strict"]),
});
export type FaultState = z.infer<typeof FaultState>;

export const isFaultOn = (value: FaultState[keyof FaultState]): boolean => !["normal", "", 0].includes(value);

export type Faults = ReturnType<typeof createFaults>;

/** The faults of one running stack, all off. They are only in memory, so a restart of the stack ends them. */
export function createFaults() {
  let state = FaultState.parse({});
  const listeners: ((now: FaultState, before: FaultState) => void)[] = [];
  return {
    get: (): FaultState => state,
    /** Change the named faults and keep the others. Throws a ZodError for an invalid value. */
    set(change: unknown): FaultState {
      const before = state;
      state = FaultState.parse({ ...before, ...z.record(z.string(), z.unknown()).parse(change) });
      for (const listener of listeners) listener(state, before);
      return state;
    },
    /** Call `listener` after each change, with the new and the previous state. */
    onChange: (listener: (typeof listeners)[number]) => void listeners.push(listener),
  };
}
