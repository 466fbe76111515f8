import { stageSettings } from "../stages.ts";
import type { Assembly } from "./template/assembly.ts";
import { createBus, type Bus } from "./bus/bus.ts";
import { startSchedules } from "./bus/schedules.ts";
import { createCognito } from "./cognito/cognito.ts";
import { createConsole } from "./console/console.ts";
import { createDistribution } from "./edge/distribution.ts";
import { requestOf, writeResponse } from "./edge/node-http.ts";
import { startEventSources, type EventSources } from "./functions/event-source-mappings.ts";
import type { Faults } from "./faults.ts";
import { createAsyncInvoke } from "./functions/async-invoke.ts";
import { createRunner, type Runner } from "./functions/runner.ts";
import { createHttpApi } from "./gateway/http-api.ts";
import { openQueues, type Queues } from "./queues/queues.ts";
import { readSecretValues } from "./secrets/secret-values.ts";
import { adminCaller, seed } from "./seed/seed.ts";
import { listenLocally, mount, type Handle } from "./util/local-server.ts";
import { startServices } from "./services.ts";
import { bucketsOf, poolOf } from "./template/stack-resources.ts";
import type { Cleanup, Step } from "./util/steps.ts";
import { openTable, type Table } from "./table/table.ts";
import { readStack } from "./template/stack.ts";
import { deployFiles } from "./website/deployment.ts";

export type RunOptions = {
  assembly: Assembly;
  dataDir: string;
  /** Where a browser finds the shop. */
  url: string;
  faults: Faults;
  step: Step;
  warn: (line: string) => void;
  cleanup: Cleanup;
  admin: { email: string; password: string };
  stripeKey: string | undefined;
  stripeWebhookSecret: string | undefined;
  table: { endpoint: string; reset: boolean };
  /** Open the public port to what answers there. */
  serve: (handle: Handle) => void;
};

/** What tests reach of a running stack, beside its port. */
export type RunningStack = {
  runner: Runner;
  queues: Queues;
  bus: Bus;
  table: Table;
  /** Run the template's schedules now. */
  runSchedules(): Promise<void>;
};

/** Build every part of the template and connect them; resolves when all of it answers. */
export async function runStack(options: RunOptions): Promise<RunningStack> {
  const { assembly, dataDir, url, faults, step, cleanup, serve } = options;
  const { template, assetFolder } = assembly;
  let known: Record<string, string> = {};
  const stack = readStack(template, { secret: (id) => known[id] ?? "" });
  const given = { stripeKey: options.stripeKey, stripeWebhookSecret: options.stripeWebhookSecret };
  const secrets = readSecretValues(stack, dataDir, given);
  known = secrets.byArn;

  const table = await step("the table", () => openTable(stack, options.table.endpoint, options.table.reset));
  cleanup.add(() => table.close());
  const queues = openQueues(stack, dataDir);
  const bus = createBus({ stack, dataDir, queues, faults });
  const inside = await listenLocally(0);
  cleanup.add(() => inside.close());
  const buckets = bucketsOf(stack);
  let sources: EventSources | undefined;
  const services = await step("S3, SES, Secrets Manager, EventBridge, Stripe", () =>
    startServices({
      ...{
        stack,
        dataDir,
        url,
        faults,
        bus,
        queues,
        buckets,
        secrets,
        table,
        cleanup,
        simulatesStripe: !options.stripeKey,
      },
      inside: `http://127.0.0.1:${inside.port}`,
      onWrite: () => sources?.poke(),
    }),
  );
  const runner = createRunner({
    ...{ stack, dataDir, assetFolder, extraEnvironment },
    onFailure: (message, log) => options.warn(`${message}\n  more in ${log}`),
  });
  cleanup.add(() => runner.end());
  faults.onChange((now, before) => {
    if (now.limits !== before.limits) runner.restart();
  });
  function extraEnvironment(variables: Record<string, string>): Record<string, string> {
    const strict = faults.get().limits === "strict" && variables["LIMITS"] !== undefined;
    return {
      ...services.environment,
      ...(strict && { LIMITS: JSON.stringify(stageSettings("prod").limits) }),
    };
  }

  const cognito = await createCognito({
    dataDir,
    ...poolOf(stack),
    admin: options.admin,
    sendMail: (mail) => services.ses.deliver(mail),
    isDown: () => faults.get().cognito === "down",
  });
  cleanup.add(() => cognito.close());
  inside.serve(mount([["/cognito", (req, res) => cognito.handle(req, res)]], services.handle));
  const api = createHttpApi({ stack, runner, jwks: () => cognito.jwks() });
  const origins = new Map([
    [api.domainName, (request: Parameters<typeof api.handle>[0]) => api.handle(request)],
  ]);
  const edge = createDistribution({ stack, store: services.s3, buckets: buckets.byDomain, origins });
  await step("the site's files", () => deployFiles({ stack, store: services.s3, assetFolder }));

  const media = edge.originAt("/media/products/x.webp").bucket;
  if (media === undefined) throw new Error("Nothing in the template serves /media/products/.");
  const callAsAdmin = adminCaller(api, () => ({
    ...edge.originAt("/api/admin/products").headers,
    authorization: `Bearer ${cognito.accessTokenOf(options.admin.email)}`,
  }));
  await step("the catalogue", () =>
    seed({ dataDir, store: services.s3, mediaBucket: media, isEmpty: table.isEmpty, callAsAdmin }),
  );

  const console = await createConsole({
    ...{ dataDir, faults, cognito, admin: options.admin, url },
    mails: () => services.ses.mails(),
    report: (id, outcome) => services.ses.report(id, outcome),
    events: bus.events,
    replay: bus.replay,
    payments: services.payments,
    deadLetters: queues.deadLetters,
    redrive: queues.redrive,
    queueClock: queues.clock,
    pending: queues.pending,
    tableItems: (limit) => table.items(limit),
    waiting: () => ({ queues: queues.waiting(), webhooks: services.payments?.waiting() ?? 0 }),
    functions: () => runner.functions.map(({ name, log }) => ({ name, log })),
  });
  cleanup.add(() => console.close());
  const visit: Handle = async (req, res) => {
    const came = await requestOf(req);
    writeResponse(req, res, "response" in came ? came.response : await edge.handle(came.request));
  };
  serve(
    mount(
      [
        ["/_local/cognito", (req, res) => cognito.handle(req, res)],
        ["/_local/s3", (req, res) => services.s3.handle(req, res)],
        ["/_local/pay", services.payPage],
        ["/_local", (req, res) => console.handle(req, res)],
      ],
      visit,
    ),
  );

  let stopped = false;
  const invokeAsync = createAsyncInvoke({ stack, runner, queues, stopped: () => stopped });
  const schedules = startSchedules(stack, invokeAsync);
  const started = (sources = startEventSources({ stack, runner, queues, table }));
  cleanup.add(async () => {
    stopped = true;
    schedules.stop();
    await started.stop();
  });
  const unread = stack.unread();
  if (unread.length > 0) throw new Error(`Nothing on this machine runs ${unread.join(", ")}.`);
  return { runner, queues, bus, table, runSchedules: schedules.runNow };
}
