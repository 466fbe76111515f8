// `npm run deploy -- --stage prod`: checks the settings, shows the changes, deploys, and tests the deployed shop.
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SNSClient } from "@aws-sdk/client-sns";
import { concurrencyWarning } from "./account-concurrency.ts";
import { runCdk, type RunCdk } from "./cdk.ts";
import { awsOptions, CommandError, confirm, readArguments, REGION, runCommand } from "./command.ts";
import { findStack, outputsOf, stageNamed } from "./deployed-stack.ts";
import { deployShown, requireDeployable, showChanges } from "./deployment.ts";
import { stackNameOf } from "../names.ts";
import { tryStage } from "./smoke.ts";

const HELP = `Deploys a stage: checks its settings, the account, its bootstrap and how many functions it runs at once, shows
the changes, asks, deploys, prints the addresses and tests the shop. The first deployment of a stage leaves out the protection
against deletion, so that it can be repeated if it fails; the second adds it. --at-once is for a version that fixes a failure, in
a stage with gradualReleases: it gets all requests immediately, even if an alarm is firing.`;

type Dependencies = {
  client: CloudFormationClient;
  lambda: LambdaClient;
  cdk: RunCdk;
  confirm: (what: string) => Promise<void>;
  print: (line: string) => void;
  /** Send all requests to the new versions of functions immediately, even if an alarm is firing. */
  atOnce?: boolean;
  /** Runs the smoke test of the deployed stage. */
  tryShop: (outputs: Record<string, string>) => Promise<void>;
};

/** The steps that an operator has to do by hand after the first deployment. */
const nextSteps = (stage: string): string[] => [
  "Next:",
  "1. Confirm the alarms' subscription: AWS has mailed a link to the stage's alarmEmail.",
  "2. Confirm the mail sender: SES has mailed a link, unless the sender's domain is in Route 53.",
  `3. npm run stripe:connect -- --stage ${stage}`,
  `4. npm run admin:create -- --stage ${stage} --email <address>, then add a product in the back office.`,
  `5. npm run deploy -- --stage ${stage} again: it tries the shop, and protects a stage with retainData against deletion.`,
];

/** The states of a stack whose creation did not succeed. */
const NOT_CREATED = new Set(["REVIEW_IN_PROGRESS", "ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "CREATE_FAILED"]);

/** Deploys a stage. Throws a CommandError at the first step that fails; the later steps are not run. */
export async function deployStage(stage: string, dependencies: Dependencies): Promise<void> {
  const { client, cdk, print, atOnce = false } = dependencies;
  const account = await requireDeployable(stage, client);
  const warning = await concurrencyWarning(stageNamed(stage), dependencies.lambda);
  const before = await findStack(stackNameOf(stage), client);
  const isFirst = !before || NOT_CREATED.has(before.StackStatus ?? "");
  print(`${stackNameOf(stage)} in account ${account}, ${REGION}:`);
  const context = [
    `stage=${stage}`,
    ...(isFirst ? ["firstDeployment=true"] : []),
    ...(atOnce ? ["releaseAtOnce=true"] : []),
  ];
  showChanges(cdk, context);
  // After the changes, which may be pages long.
  if (warning !== undefined) print(warning);
  await dependencies.confirm(
    `This ${isFirst ? "creates" : "makes the changes above to"} ${stackNameOf(stage)}.`,
  );
  if (!deployShown(cdk))
    throw new CommandError(
      `The deployment failed. CloudFormation takes its changes back; the events of ${stackNameOf(stage)} name the first ` +
        "resource that failed, and why.",
    );
  const after = await findStack(stackNameOf(stage), client);
  const outputs = after ? outputsOf(after) : {};
  for (const [name, value] of Object.entries(outputs)) print(`${name}: ${value}`);
  if (isFirst) return nextSteps(stage).forEach((line) => print(line));
  await dependencies.tryShop(outputs);
}

if (import.meta.main)
  await runCommand(async () => {
    const {
      stage,
      yes,
      "at-once": atOnce,
    } = readArguments(["stage"], process.argv.slice(2), {
      help: HELP,
      flags: ["at-once"],
    });
    await deployStage(stage, {
      client: new CloudFormationClient(awsOptions),
      lambda: new LambdaClient(awsOptions),
      cdk: runCdk,
      confirm: (what) => confirm(what, yes),
      print: console.log,
      atOnce,
      tryShop: (outputs) => tryStage(outputs, new SNSClient(awsOptions), console.log),
    });
  });
