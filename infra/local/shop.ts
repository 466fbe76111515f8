import { join } from "node:path";
import { openDataFolder } from "./data-folder.ts";
import { createFaults, type Faults } from "./faults.ts";
import type { ShopOptions } from "./options.ts";
import { runStack, type RunningStack } from "./run-stack.ts";
import { listenLocally } from "./servers.ts";
import { createCleanup, tellSteps } from "./steps.ts";
import { startDynoxide } from "./table/dynoxide.ts";
import { buildSite, siteIsStale } from "./website/build-site.ts";

export type Shop = {
  /** Where a browser finds it, without a slash at the end. */
  url: string;
  faults: Faults;
  admin: ShopOptions["admin"];
  stack: RunningStack;
  /** End everything in order; a second call waits for the first. */
  stop(): Promise<void>;
};

export type StartOptions = Partial<ShopOptions> & {
  /** Gets a line for each part that was started. */
  tell?: (line: string) => void;
  /** Gets what went wrong in a function; the log has the rest. */
  warn?: (line: string) => void;
  /** A part died that the shop cannot be without. */
  onDeath?: (reason: string) => void;
};

const defaults = { email: "admin@bourbonvipers.example", password: "Rickhouse-9!" };

/** Synthesize the stage `local` and run it. Whatever fails, nothing that was started stays behind. */
export async function startShop(options: StartOptions = {}): Promise<Shop> {
  const {
    port = 0,
    dataDir = ".shop",
    reset = false,
    admin = defaults,
    tell = () => undefined,
    warn = () => undefined,
  } = options;
  const onDeath = options.onDeath ?? ((reason: string) => console.error(reason));
  const step = tellSteps(tell);
  const faults = createFaults();
  const cleanup = createCleanup();
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= cleanup.run());
  try {
    const folder = await openDataFolder(dataDir, reset);
    cleanup.add(() => folder.release());
    const open = await listenLocally(port, true);
    cleanup.add(() => open.close());
    const url = `http://localhost:${open.port}`;
    if (siteIsStale()) await step("the web site, built anew", buildSite);

    // The server starts in its own process while this one is busy with the CDK.
    const server = options.dynamodbEndpoint
      ? Promise.resolve({ endpoint: options.dynamodbEndpoint, stop: () => Promise.resolve() })
      : startDynoxide(folder.path, onDeath);
    cleanup.add(() => server.then(({ stop: end }) => end()).catch(() => undefined));
    const assembly = await step("the CDK stack, stage local", async () => {
      // Two seconds of loading: not before it is clear that the port and the folder can be had.
      const { synthesize } = await import("./assembly.ts");
      return synthesize(join(folder.path, "assembly"), {
        siteOrigin: url,
        identityEndpoint: `${url}/_local/cognito`,
      });
    });
    const { endpoint } = await step("the DynamoDB server", () => server);
    const { stripeKey, stripeWebhookSecret } = options;
    const stack = await runStack({
      ...{
        assembly,
        dataDir: folder.path,
        url,
        faults,
        step,
        cleanup,
        admin,
        stripeKey,
        stripeWebhookSecret,
      },
      warn,
      table: { endpoint, reset: reset && options.dynamodbEndpoint !== undefined },
      serve: open.serve,
    });
    return { url, faults, admin, stack, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
