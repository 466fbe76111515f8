import { createFaults } from "./faults.ts";
import { runStack } from "./run-stack.ts";
import { openDataFolder } from "./settings/data-folder.ts";
import type { ShopOptions } from "./settings/options.ts";
import { startDynoxide, type TableServer } from "./table/dynoxide.ts";
import { loadSynthesis, openAssembly } from "./template/assembly.ts";
import { listenLocally } from "./util/local-server.ts";
import { createCleanup, reportSteps } from "./util/steps.ts";
import { buildSite, isSiteBuilt, isSiteOutdated } from "./website/build-site.ts";

export type Shop = {
  /** The address for a browser, without a slash at the end. */
  url: string;
  admin: ShopOptions["admin"];
  /** Stop every part, the last started first. A second call waits for the first. */
  stop(): Promise<void>;
};

type StartOptions = ShopOptions & {
  /** Writes one line about the start, or about a replaced function. */
  log: (line: string) => void;
  /** Writes a function's error and the path of the function's log. */
  warn: (line: string) => void;
  /** Called when the DynamoDB server ends unexpectedly; the shop cannot run without it. */
  onServerExit: (reason: string) => void;
};

/** Synthesize and run the stage `local`. If the start fails, every started part is stopped. */
export async function startShop(options: StartOptions): Promise<Shop> {
  const { dataDir, reset, dev, admin, log, dynamodbEndpoint } = options;
  const step = reportSteps(log);
  const cleanup = createCleanup();
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= cleanup.run());
  try {
    const folder = await openDataFolder(dataDir, reset);
    cleanup.add(() => folder.release());
    const publicServer = await listenLocally(options.port, true);
    cleanup.add(() => publicServer.close());
    const url = `http://localhost:${publicServer.port}`;
    // In development only the heads of pages and public texts come from the build, so an old build is enough.
    if (dev ? !isSiteBuilt() : isSiteOutdated())
      await Promise.all([step("the web site, built anew", buildSite), loadSynthesis()]);

    // The DynamoDB server is another process, so it can start while this process synthesizes the stack.
    const tableServer: Promise<TableServer> = dynamodbEndpoint
      ? Promise.resolve({ endpoint: dynamodbEndpoint, stop: () => Promise.resolve() })
      : startDynoxide(folder.path, options.onServerExit);
    cleanup.add(() => tableServer.then((server) => server.stop()).catch(() => undefined));
    const assembly = await step("the CDK stack, stage local", () => openAssembly(url, options.features));
    const { endpoint } = await step("the DynamoDB server", () => tableServer);
    // A reset has already emptied the data folder with Dynoxide's table, but not the table of another server.
    const table = { endpoint, reset: reset && dynamodbEndpoint !== undefined };
    const parts = { assembly, publicServer, dataDir: folder.path, faults: createFaults(), table };
    await runStack({ ...options, ...parts, url, step, cleanup });
    return { url, admin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
