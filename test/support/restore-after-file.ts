// Runs before each test file of a worker that runs many files: packages stay loaded, because loading the AWS SDK again
// takes a third of the processor time; modules of the project are loaded again, and changes to globals are undone.
import { afterAll, vi } from "vitest";

vi.resetModules();
const env = { ...process.env };
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
});
