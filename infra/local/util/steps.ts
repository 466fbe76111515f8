/** Runs a step of the start and reports the step's duration. */
export type Step = <T>(name: string, work: () => Promise<T> | T) => Promise<T>;

/** Returns a `Step` that writes a line after each step: `  the table                0.4 s`. */
export function reportSteps(write: (line: string) => void): Step {
  return async (name, work) => {
    const startedAt = performance.now();
    const result = await work();
    write(`  ${name.padEnd(52)} ${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s`);
    return result;
  };
}

/** Collects functions that stop started parts. `run` calls them in reverse order and ignores their errors. */
export type Cleanup = { add(stop: () => Promise<void> | void): void; run(): Promise<void> };

/** Longest time that one part may take to stop, in ms. */
const STOP_TIMEOUT_MS = 4_000;

export function createCleanup(): Cleanup {
  const stopFunctions: (() => Promise<void> | void)[] = [];
  return {
    add: (stop) => void stopFunctions.push(stop),
    async run() {
      for (const stop of stopFunctions.splice(0).reverse()) {
        let timer: NodeJS.Timeout | undefined;
        const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, STOP_TIMEOUT_MS)));
        await Promise.race([Promise.resolve().then(stop), timeout]).catch(() => undefined);
        clearTimeout(timer);
      }
    },
  };
}
