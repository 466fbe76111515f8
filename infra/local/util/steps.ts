/** Does one step of the start and tells how long it took. */
export type Step = <T>(what: string, work: () => Promise<T> | T) => Promise<T>;

/** Steps that are told line by line: `  the table                0.4 s`. */
export function tellSteps(write: (line: string) => void): Step {
  return async (what, work) => {
    const started = performance.now();
    const result = await work();
    write(`  ${what.padEnd(52)} ${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s`);
    return result;
  };
}

/** Something that was started and has to be ended, in the reverse order of the start. */
export type Cleanup = { add(end: () => Promise<void> | void): void; run(): Promise<void> };

/** Longest wait for one part to end, in ms. */
const END_MS = 4_000;

export function createCleanup(): Cleanup {
  const ends: (() => Promise<void> | void)[] = [];
  return {
    add: (end) => void ends.push(end),
    async run() {
      for (const end of ends.splice(0).reverse()) {
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, END_MS)));
        await Promise.race([Promise.resolve(end()).catch(() => undefined), late]);
        clearTimeout(timer);
      }
    },
  };
}
