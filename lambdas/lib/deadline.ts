import { unavailable } from "./errors.ts";

/** What `work` answers, or 503 after `ms`: nobody waits longer, even if every call behind it takes its own longest time. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable(new Error(`No answer within ${ms} ms`))), ms);
  });
  // What comes later is of no interest, be it an error.
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
