// `npm run deploy -- --stage prod`: checks the settings, shows the changes, deploys, and tests the deployed shop.
import { CloudFormationClient, type Stack } from "@aws-sdk/client-cloudformation";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SNSClient } from "@aws-sdk/client-sns";
import { findConcurrencyWarning } from "./account-concurrency.ts";
import { runCdk, type RunCdk } from "./cdk.ts";
import { awsOptions, CommandError, confirm, readArguments, REGION, runCommand } from "./command.ts";
import { findStack, outputsOf, requireStageSettings } from "./deployed-stack.ts";
import { deployShownChanges, describeFailure, requireDeployable, showChanges } from "./deployment.ts";
import { lockFolder } from "./folder-lock.ts";
import { featuresOf, type Feature } from "../features.ts";
import { stackNameOf } from "../names.ts";
import { testStage } from "./smoke.ts";

const HELP = `Deploys a stage: checks its settings, the account, its bootstrap and how many functions it runs at once, shows
the changes, asks, deploys, prints the addresses and, from the second deployment on, tests the shop. In a stage with retainData the
first deployment leaves out the protection against deletion, so that it can be repeated if it fails; the second adds it. --at-once
is for a version that fixes a failure, in a stage with gradualReleases: it gets all requests immediately, even if an alarm is firing.`;

type Dependencies = {
  client: CloudFormationClient;
  lambda: LambdaClient;
  cdk: RunCdk;
  confirm: (plan: string) => Promise<void>;
  print: (line: string) => void;
  /** Whether all requests go to the new versions of functions immediately, even if an alarm is firing. */
  atOnce?: boolean;
  /** Runs the smoke test of the deployed stage. */
  testShop: (outputs: Record<string, string>) => Promise<void>;
};

const ticketKeyHint = (stage: string): string =>
  `npm run tickets:key -- --stage ${stage}: without a key no ticket is issued.`;

/** What Stripe's key needs for features that are new in a stage, before they are deployed. */
const stripeKeyHint = (stage: string, features: readonly Feature[]): string =>
  `New in this stage: ${features.join(", ")}. A restricted key of Stripe needs further permissions, without which checkouts ` +
  `stop. Give it those first, and check them: npm run stripe:connect -- --stage ${stage}`;

const pointDomain = (domain: string): string =>
  `Point ${domain} (CNAME or ALIAS) to the DistributionDomain above, where its zone is.`;

/** The steps after a deployment that changes the shop's address, to which Stripe does not send its events yet. */
function newAddressSteps(stage: string, webhookUrlBefore: string, startedAt: Date): string[] {
  const { domain, hostedZone } = requireStageSettings(stage);
  // CloudFront's own name of the distribution stays valid, but an earlier domain does not.
  const isAnswered = new URL(webhookUrlBefore).hostname.endsWith(".cloudfront.net");
  return [
    ...(domain && !hostedZone ? [pointDomain(domain)] : []),
    [
      `The shop's address has changed, and Stripe still sends its events to ${webhookUrlBefore}, ` +
        (isAnswered
          ? "which still works. Run:"
          : "where nobody answers: payments are noticed late. Run now:"),
      `  npm run stripe:connect -- --stage ${stage}`,
      ...(isAnswered
        ? []
        : [`  npm run stripe:resend -- --stage ${stage} --since ${startedAt.toISOString()}`]),
      "Then delete the webhook endpoint with the earlier address in Stripe's dashboard.",
    ].join("\n"),
  ];
}

/** The steps that an operator has to do by hand after the first deployment. */
const nextSteps = (stage: string): string[] => {
  const settings = requireStageSettings(stage);
  const steps = [
    ...(settings.domain && !settings.hostedZone ? [pointDomain(settings.domain)] : []),
    "Confirm the alarms' subscription: AWS has mailed a link to the stage's alarmEmail.",
    "Confirm the mail sender: SES has mailed a link, unless the sender's domain is in Route 53.",
    `npm run stripe:connect -- --stage ${stage}`,
    ...(featuresOf(settings).includes("tickets") ? [ticketKeyHint(stage)] : []),
    `npm run admin:create -- --stage ${stage} --email <address>, then add a product in the back office.`,
    `npm run deploy -- --stage ${stage} again: it tries the shop, and protects a stage with retainData against deletion.`,
  ];
  return ["Next:", ...steps.map((step, i) => `${i + 1}. ${step}`)];
};

/** The features of a stage that its deployed stack does not have yet. */
const newFeaturesOf = (stage: string, deployedStack: Stack): Feature[] => {
  const deployedFeatures = (outputsOf(deployedStack)["Features"] ?? "").split(" ");
  return featuresOf(requireStageSettings(stage)).filter((feature) => !deployedFeatures.includes(feature));
};

const needsStripePermissions = (feature: Feature): boolean => feature === "discounts" || feature === "tax";

/** The states of a stack whose creation did not succeed. */
const NOT_CREATED_STATES = new Set([
  "REVIEW_IN_PROGRESS",
  "ROLLBACK_COMPLETE",
  "ROLLBACK_FAILED",
  "CREATE_FAILED",
]);

/** Deploys a stage. Throws at the first step that fails. */
export async function deployStage(stage: string, dependencies: Dependencies): Promise<void> {
  const { client, cdk, print, atOnce = false } = dependencies;
  const account = await requireDeployable(stage, client);
  const warning = await findConcurrencyWarning(requireStageSettings(stage), dependencies.lambda);
  const stackBefore = await findStack(stackNameOf(stage), client);
  const isFirstDeployment = !stackBefore || NOT_CREATED_STATES.has(stackBefore.StackStatus ?? "");
  print(`${stackNameOf(stage)} in account ${account}, ${REGION}:`);
  const context = [
    `stage=${stage}`,
    ...(isFirstDeployment ? ["firstDeployment=true"] : []),
    ...(atOnce ? ["releaseAtOnce=true"] : []),
  ];
  showChanges(cdk, context);
  const newFeatures = stackBefore && !isFirstDeployment ? newFeaturesOf(stage, stackBefore) : [];
  const stripeFeatures = newFeatures.filter(needsStripePermissions);
  // The list of changes may be pages long, so the operator could miss a warning above it.
  if (warning !== undefined) print(warning);
  if (stripeFeatures.length > 0) print(stripeKeyHint(stage, stripeFeatures));
  await dependencies.confirm(
    `This ${isFirstDeployment ? "creates" : "makes the changes above to"} ${stackNameOf(stage)}.`,
  );
  const startedAt = new Date();
  if (!deployShownChanges(cdk)) throw new CommandError(await describeFailure(stage, client, stackBefore));
  const stackAfter = await findStack(stackNameOf(stage), client);
  const outputs = stackAfter ? outputsOf(stackAfter) : {};
  for (const [name, value] of Object.entries(outputs)) print(`${name}: ${value}`);
  if (isFirstDeployment) {
    for (const line of nextSteps(stage)) print(line);
    return;
  }
  const { StripeWebhookUrl: webhookUrlBefore } = stackBefore ? outputsOf(stackBefore) : {};
  if (webhookUrlBefore !== undefined && webhookUrlBefore !== outputs["StripeWebhookUrl"])
    for (const line of newAddressSteps(stage, webhookUrlBefore, startedAt)) print(line);
  if (newFeatures.includes("tickets")) print(`New in this stage: tickets. ${ticketKeyHint(stage)}`);
  await dependencies.testShop(outputs);
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
    lockFolder();
    await deployStage(stage, {
      client: new CloudFormationClient(awsOptions),
      lambda: new LambdaClient(awsOptions),
      cdk: runCdk,
      confirm: (plan) => confirm(plan, yes),
      print: console.log,
      atOnce,
      testShop: (outputs) => testStage(outputs, new SNSClient(awsOptions), console.log),
    });
  });
