import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { App, Stack } from "aws-cdk-lib";
import { AttributeType, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { EventBus } from "aws-cdk-lib/aws-events";
import { Topic } from "aws-cdk-lib/aws-sns";
import { build } from "esbuild";
import { bundleOptions } from "../../infra/bundle.ts";
import { OrderEventsConsumer } from "../../infra/consumers/order-events-consumer.ts";
import { withPermissions } from "../../infra/function.ts";
import type { Assembly } from "../../infra/local/template/assembly.ts";
import { readStack, type Template } from "../../infra/local/template/stack.ts";
import { LEDGER_EVENTS } from "./account.ts";

const LEDGER_TABLE = "SoakLedger";
/** The key of the ledger's code in the assets bucket. */
const LEDGER_KEY = "soak-ledger.zip";
/** `OrderEventsConsumer` bundles `lambdas/<name>.ts`. The ledger is not in `lambdas/`, so its code replaces this function's. */
const FUNCTION_NAME = "fulfilment-example";

/** The resources of a stack with the ledger, made as shared/events/README.md describes in "In another stack". */
function synthesizeLedger(outdir: string, busArn: string): Template["Resources"] {
  const app = new App({ outdir, analyticsReporting: false, builtinCloudFormationValidation: false });
  const stack = new Stack(app, "soak");
  const ledger = new TableV2(stack, "LedgerTable", {
    tableName: LEDGER_TABLE,
    partitionKey: { name: "pk", type: AttributeType.STRING },
  });
  new OrderEventsConsumer<{ LEDGER_TABLE_NAME: string }>(stack, "SoakLedger", {
    bus: EventBus.fromEventBusArn(stack, "ShopBus", busArn),
    alarmTopic: new Topic(stack, "SoakAlarms"),
    logRetentionDays: 30,
    name: FUNCTION_NAME,
    events: LEDGER_EVENTS,
    environment: {
      LEDGER_TABLE_NAME: withPermissions(ledger.tableName, {
        actions: ["dynamodb:PutItem"],
        resources: [ledger.tableArn],
      }),
    },
  });
  const { templateFullPath } = app.synth().getStackByName("soak");
  const { Resources } = JSON.parse(readFileSync(templateFullPath, "utf8")) as Template;
  for (const { Type, Properties } of Object.values(Resources))
    if (Type === "AWS::Lambda::Function" && Properties) Properties["Code"] = { S3Key: LEDGER_KEY };
  return Resources;
}

/** Bundles the ledger into `folder` as functions of the shop are bundled. */
async function bundleLedger(folder: string): Promise<void> {
  const { outdir: _, ...options } = bundleOptions();
  const entryPoints = [join(import.meta.dirname, "ledger.ts")];
  await build({ ...options, entryPoints, outfile: join(folder, "index.js"), write: true });
  writeFileSync(join(folder, "package.json"), '{"type":"commonjs"}');
}

/**
 * The rule of the example consumer, which is switched off: its results are not compared, and would take a
 * fifth of the time.
 */
const EXAMPLE_RULE = /^FulfilmentExample.*Rule/;
/** The soak runs the scheduled functions itself, because a schedule would also run them while the clock is being set. */
const SCHEDULE = "AWS::Scheduler::Schedule";

/** Adds the ledger to the shop's assembly, and switches the example and the schedules off. `folder` gets the built files. */
export async function withLedger(assembly: Assembly, folder: string) {
  mkdirSync(folder, { recursive: true });
  const shop = readStack(assembly.template);
  const outputValue = (name: string): string =>
    String(shop.evaluate(assembly.template.Outputs?.[name]?.Value));
  const ledger = synthesizeLedger(join(folder, "stack"), outputValue("BusArn"));
  const code = join(folder, "code");
  await bundleLedger(code);
  const Resources = { ...ledger, ...assembly.template.Resources };
  for (const [id, { Type, Properties }] of Object.entries(Resources))
    if (Properties && (Type === SCHEDULE || (Type === "AWS::Events::Rule" && EXAMPLE_RULE.test(id))))
      Properties["State"] = "DISABLED";
  return {
    assembly: {
      ...assembly,
      template: { ...assembly.template, Resources },
      assetFolder: (key: string) => (key === LEDGER_KEY ? code : assembly.assetFolder(key)),
    },
    tableName: outputValue("TableName"),
    ledgerTable: LEDGER_TABLE,
  };
}
