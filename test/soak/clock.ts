import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod/mini";

/** What the soak sets in the functions: how far the clock is ahead, and the fraction of runs that it kills. */
export const Control = z.object({ aheadMs: z.number(), killRate: z.number() });
export type Control = z.infer<typeof Control>;

/** Writes the file that the functions, which run in other threads, read at each event. */
export const writeControl = (file: string, control: Control): void =>
  writeFileSync(file, JSON.stringify(control));
export const readControl = (file: string): Control =>
  z.parse(Control, JSON.parse(readFileSync(file, "utf8")));

/** Replaces `Date` in this thread by one that is ahead of the machine's clock. Timers are not affected. */
export function replaceDate(): { setAhead(ms: number): void } {
  const MachineDate = Date;
  let aheadMs = 0;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, args: [], newTarget: typeof Date) =>
      Reflect.construct(target, args.length > 0 ? args : [target.now() + aheadMs], newTarget) as Date,
    get: (target, name, receiver) =>
      name === "now" ? () => target.now() + aheadMs : (Reflect.get(target, name, receiver) as unknown),
  });
  return { setAhead: (ms) => void (aheadMs = ms) };
}
