/** Runs one step of the start and reports how long it took. */
export type Step = <T>(name: string, work: () => Promise<T> | T) => Promise<T>;

/** Report each step as a line: `  the table                0.4 s`. */
export function reportSteps(write: (line: string) => void): Step {
  return async (name, work) => {
    const started = performance.now();
    const result = await work();
    write(`  ${name.padEnd(52)} ${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s`);
    return result;
  };
}

/** The parts that were started; `run` stops them in the reverse order. */
export type Cleanup = { add(stop: () => Promise<void> | void): void; run(): Promise<void> };

/** Longest wait for one part to stop, in ms. */
const STOP_MS = 4_000;

export function createCleanup(): Cleanup {
  const stops: (() => Promise<void> | void)[] = [];
  return {
    add: (stop) => void stops.push(stop),
    async run() {
      for (const stop of stops.splice(0).reverse()) {
        let timer: NodeJS.Timeout | undefined;
        const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, STOP_MS)));
        await Promise.race([Promise.resolve(stop()).catch(() => undefined), timeout]);
        clearTimeout(timer);
      }
    },
  };
}
