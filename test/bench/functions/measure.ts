import { median } from "../times.ts";

type Run = () => Promise<unknown>;
/** The processor time of this process and the duration of one run, in ms. */
export type Measurement = { cpuMs: number; ms: number };

async function measure(run: Run): Promise<Measurement> {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await run();
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { cpuMs: (user + system) / 1000, ms };
}

const medianOf = (measurements: readonly Measurement[]): Measurement => ({
  cpuMs: median(measurements.map(({ cpuMs }) => cpuMs)),
  ms: median(measurements.map(({ ms }) => ms)),
});

/**
 * The medians of a function's runs and of its baseline's, measured in turns, so that the machine's load
 * affects both equally.
 */
export async function measureInTurns(
  runs: readonly Run[],
  baseline: Run,
): Promise<{ own: Measurement; bare: Measurement }> {
  const ownRuns: Measurement[] = [];
  const bareRuns: Measurement[] = [];
  for (const run of runs) {
    ownRuns.push(await measure(run));
    bareRuns.push(await measure(baseline));
  }
  return { own: medianOf(ownRuns), bare: medianOf(bareRuns) };
}
