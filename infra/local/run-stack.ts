import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { strictLimits } from "../client-limits.ts";
import { createEventBuses } from "./bus/bus.ts";
import { startSchedules } from "./bus/schedules.ts";
import { createCognito } from "./cognito/cognito.ts";
import { createConsole } from "./console/console.ts";
import { createDistribution, type Distribution } from "./edge/distribution.ts";
import { nodeHandler } from "./edge/node-http.ts";
import type { Faults } from "./faults.ts";
import { createLambdaApi } from "./functions/lambda-api.ts";
import { createAsyncInvoke } from "./functions/async-invoke.ts";
import { startEventSources, type EventSources } from "./functions/event-source-mappings.ts";
import { createRunner, type Runner } from "./functions/runner.ts";
import { createHttpApi } from "./gateway/http-api.ts";
import { openQueues } from "./queues/queues.ts";
import { readSecretValues } from "./secrets/secret-values.ts";
import { adminCaller, seed } from "./seed/seed.ts";
import { snapshotFor } from "./seed/snapshot.ts";
import { startServices, type Services } from "./services.ts";
import { SERVICES_FILE } from "./settings/data-folder.ts";
import type { ShopOptions } from "./settings/options.ts";
import { openTable } from "./table/table.ts";
import type { Assembly } from "./template/assembly.ts";
import { readStack } from "./template/stack.ts";
import { bucketsOf, poolOf } from "./template/stack-resources.ts";
import { listenLocally, mount, type Handler, type LocalServer } from "./util/local-server.ts";
import type { Cleanup, Step } from "./util/steps.ts";
import { deployFiles } from "./website/deployment.ts";

type RunOptions = Pick<ShopOptions, "dataDir" | "dev" | "admin" | "stripeKey" | "stripeWebhookSecret"> & {
  assembly: Assembly;
  /** The address for a browser, without a slash at the end. */
  url: string;
  publicServer: LocalServer;
  faults: Faults;
  step: Step;
  log: (line: string) => void;
  warn: (line: string) => void;
  cleanup: Cleanup;
  table: { endpoint: string; reset: boolean };
};

/** Starts every resource of the template and connects them. Resolves when all accept requests. */
export async function runStack(options: RunOptions): Promise<{ runner: Runner; services: Services }> {
  const { assembly, dataDir, url, faults, step, cleanup, publicServer, stripeKey } = options;
  const { template, assetFolder } = assembly;
  let secretsByArn: Record<string, string> = {};
  const stack = readStack(template, { secret: (arn) => secretsByArn[arn] ?? "" });
  const secrets = await readSecretValues(stack, dataDir, options);
  secretsByArn = secrets.byArn;

  const table = await step("the table", () => openTable(stack, options.table.endpoint, options.table.reset));
  cleanup.add(() => table.close());
  const queues = openQueues(stack, dataDir);
  const buses = createEventBuses({ stack, dataDir, queues, faults });
  /** The server of the AWS services and Stripe. Functions and commands use its port; browsers do not. */
  const serviceServer = await listenLocally(0);
  cleanup.add(() => serviceServer.close());
  const buckets = bucketsOf(stack);
  let eventSources: EventSources | undefined;
  const parts = { stack, dataDir, url, faults, buses, queues, buckets, secrets, table, cleanup };
  const services = await step("S3, SES, Secrets Manager, EventBridge, Stripe", () =>
    startServices({
      ...parts,
      simulatesStripe: !stripeKey,
      serviceUrl: `http://127.0.0.1:${serviceServer.port}`,
      onOutboxWrite: () => eventSources?.readNow(),
    }),
  );
  const commandEnvironment = {
    ...services.environment,
    // Only commands call Lambda and name the bus by its ARN.
    AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${serviceServer.port}/lambda`,
    TABLE_NAME: table.name,
    BUS_ARN: String(stack.evaluate(template.Outputs?.["BusArn"]?.Value)),
  };
  writeFileSync(join(dataDir, SERVICES_FILE), JSON.stringify(commandEnvironment), { mode: 0o600 });
  const onFailure = (message: string, log: string) => options.warn(`${message}\n  more in ${log}`);
  const runner = createRunner({ stack, dataDir, assetFolder, extraEnvironment, onFailure });
  cleanup.add(() => runner.end());
  faults.onChange((now, before) => {
    if (now.limits !== before.limits) runner.restart();
  });
  function extraEnvironment(variables: Record<string, string>): Record<string, string> {
    const isStrict = faults.get().limits === "strict" && variables["LIMITS"] !== undefined;
    return { ...services.environment, ...(isStrict && { LIMITS: JSON.stringify(strictLimits) }) };
  }

  const cognito = await createCognito({
    dataDir,
    ...poolOf(stack),
    admin: options.admin,
    sendMail: (mail) => services.ses.deliver(mail),
    isDown: () => faults.get().cognito === "down",
  });
  serviceServer.serve(
    mount(
      [
        ["/cognito", cognito.handle],
        ["/lambda", createLambdaApi(runner)],
      ],
      services.handle,
    ),
  );
  const api = createHttpApi({ stack, runner, jwks: () => cognito.jwks() });
  const origins = new Map([[api.domainName, api.handle]]);
  const edge = createDistribution({ stack, store: services.s3, buckets: buckets.byDomain, origins });
  await step("the site's files", () => deployFiles({ stack, store: services.s3, assembly }));
  const siteHandler = options.dev
    ? await step("the dev server", () => startDevHandler(options, edge, runner))
    : nodeHandler(edge.handle);

  const mediaBucket = edge.originAt("/media/products/x.webp").bucket;
  if (mediaBucket === undefined) throw new Error("Nothing in the template serves /media/products/.");
  const callAsAdmin = adminCaller(api, () => ({
    ...edge.originAt("/api/admin/products").headers,
    authorization: `Bearer ${cognito.accessTokenOf(options.admin.email)}`,
  }));
  await step("the catalog", () =>
    seed({ dataDir, store: services.s3, mediaBucket, table, callAsAdmin, snapshot: snapshotFor(stack) }),
  );

  const { s3, ses, payments } = services;
  const consoleSources = { url, faults, cognito, admin: options.admin, buses, queues, table, ses, payments };
  publicServer.serve(
    mount(
      [
        ["/_local/cognito", cognito.handle],
        ["/_local/s3", s3.handle],
        ["/_local/pay", services.payPage],
        ["/_local", createConsole({ ...consoleSources, functions: runner.functions })],
      ],
      siteHandler,
    ),
  );

  let isStopping = false;
  const invokeAsync = createAsyncInvoke({ stack, runner, isStopping: () => isStopping });
  const schedules = startSchedules(stack, runner, invokeAsync);
  const startedSources = (eventSources = startEventSources({ stack, runner, queues, table }));
  cleanup.add(async () => {
    isStopping = true;
    schedules.stop();
    await startedSources.stop();
  });
  const unreadTypes = stack.unreadTypes();
  if (unreadTypes.length > 0) throw new Error(`Nothing on this machine runs ${unreadTypes.join(", ")}.`);
  return { runner, services };
}

async function startDevHandler(
  { url, publicServer, cleanup, log, assembly }: RunOptions,
  edge: Distribution,
  runner: Runner,
): Promise<Handler> {
  // Vite is loaded only here, because `npm start` does not need it.
  const { startDevServer } = await import("./dev/dev-server.ts");
  const replaceCode = (name: string, folder: string): void => {
    const functionName = `${assembly.stackName}-${name}`;
    // The stack has no function for a feature that its stage leaves off.
    if (runner.functions.some((fn) => fn.name === functionName)) runner.replaceCode(functionName, folder);
  };
  const devServer = await startDevServer({ edge, url, log, server: publicServer.server, replaceCode });
  cleanup.add(() => devServer.close());
  return devServer.handle;
}
