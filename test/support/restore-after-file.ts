// Runs before each test file of a worker that runs many files. Packages stay loaded, because loading the AWS
// SDK again takes a third of the processor time. The project's own modules are loaded again for each file,
// and changes to globals are undone after each file.
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
