// `npm run destroy -- --stage dev`: deletes a stage's stack, and on request the data that the stack keeps.
import { CloudFormationClient, DeleteStackCommand } from "@aws-sdk/client-cloudformation";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { setTimeout } from "node:timers/promises";
import {
  askForAnswer,
  awsOptions,
  CommandError,
  confirm,
  isCredentialError,
  readArguments,
  REGION,
  runCommand,
} from "./command.ts";
import { stackNameOf } from "../names.ts";
import type { StageSettings } from "../stage-settings.ts";
import {
  accountOf,
  findStack,
  outputsOf,
  requireDeployedStack,
  requireStageSettings,
} from "./deployed-stack.ts";
import { requireNoRulesOfOtherStacks } from "./destroy/foreign-rules.ts";
import {
  createRemovers,
  describeKeptResources,
  findKeptResources,
  removeKeptResources,
} from "./destroy/kept-resources.ts";

const HELP = `Deletes the stack of a stage. Buckets, and in a stage with retainData also the table, the user accounts and the secrets, are
kept; the command lists them with the commands that remove them.

  --with-data   also removes what is kept, after you have typed the stage's name. --yes does not answer that question.`;

/** Limit for the deletion of a stack. CloudFront alone needs a quarter of an hour. */
const MAX_WAIT_MS = 3_600_000;
const POLL_MS = 15_000;
/**
 * DescribeStacks is eventually consistent: when a deletion is repeated, it may still say that the earlier deletion has failed. At most
 * this many such answers before the first 'in progress' are ignored. https://github.com/aws/aws-cdk-cli/issues/1802
 */
const MAX_STALE_ANSWERS = 3;

/** Throws if the stack is protected against deletion. The error lists the steps that remove the protection. */
export function requireUnprotected(stage: string, isProtected: boolean | undefined): void {
  if (!isProtected) return;
  const name = stackNameOf(stage);
  throw new CommandError(
    `${name} is protected against deletion, because it has retainData. If it shall really go:\n` +
      "  1. Export what you need: orders (CSV in the back office), npm run admin:list, pictures.\n" +
      `  2. aws cloudformation update-termination-protection --region ${REGION} --stack-name ${name} --no-enable-termination-protection\n` +
      "  3. Run this command again.",
  );
}

/**
 * Lines that say what is lost for ever, and what the operator has to remove by hand. A stack whose creation failed has no
 * outputs.
 */
export const describeLossesAndManualSteps = (
  { domain, hostedZone, certificateArn }: Pick<StageSettings, "domain" | "hostedZone" | "certificateArn">,
  { StripeWebhookUrl }: Record<string, string>,
): string[] => [
  "The archive (a year of events) and the dead letters go with the stack, and nothing brings them back.",
  StripeWebhookUrl === undefined
    ? "Afterwards delete the shop's webhook endpoint in Stripe's dashboard, if there is one."
    : `Afterwards delete the webhook endpoint ${StripeWebhookUrl} in Stripe's dashboard. Payment pages that are open can still be ` +
      "paid: refund such payments there.",
  ...(domain && hostedZone && !certificateArn
    ? [
        `In Route 53 the zone ${hostedZone.name} keeps the record that validated the certificate: a CNAME _<letters>.${domain} to a ` +
          "name that ends with acm-validations.aws. Delete it, unless this account has another certificate for the domain.",
      ]
    : []),
  ...(domain && !hostedZone ? [`Delete the records of ${domain} where its zone is.`] : []),
];

/** The state of a stack; undefined if AWS could not be reached for a moment. Throws if its state cannot be read any more. */
async function readState(client: CloudFormationClient, stackId: string): Promise<string | undefined> {
  try {
    const { StackStatus = "DELETE_COMPLETE" } = (await findStack(stackId, client)) ?? {};
    return StackStatus;
  } catch (error) {
    if (isCredentialError(error))
      throw new CommandError(
        `CloudFormation goes on with the deletion, but its state cannot be read any more (${error.message}). Sign in again, and look ` +
          `at it:\n  aws cloudformation describe-stacks --region ${REGION} --stack-name ${stackId} --query "Stacks[0].StackStatus"\n` +
          "When the stack is deleted, the commands above remove what is kept.",
      );
    return undefined;
  }
}

/**
 * Deletes a stack and waits until it is gone. Throws if the deletion fails, takes longer than MAX_WAIT_MS, or cannot be followed
 * because the credentials have expired. The SDK's own waiter would then wait for the whole time. `wait` waits for a number of ms.
 */
export async function deleteStack(
  client: CloudFormationClient,
  stackId: string,
  wait: (ms: number) => Promise<unknown> = setTimeout,
): Promise<void> {
  await client.send(new DeleteStackCommand({ StackName: stackId }));
  const startedAt = Date.now();
  let staleAnswersLeft = MAX_STALE_ANSWERS;
  for (;;) {
    const state = await readState(client, stackId);
    if (state === "DELETE_COMPLETE") return;
    if (state === "DELETE_IN_PROGRESS") staleAnswersLeft = 0;
    if (state === "DELETE_FAILED" && staleAnswersLeft-- <= 0)
      throw new CommandError(
        "CloudFormation has not deleted the stack. The stack's events name the resource that stopped it, and why. Remove the " +
          "cause, and repeat the command.",
      );
    if (Date.now() - startedAt > MAX_WAIT_MS)
      throw new CommandError(
        "CloudFormation has not deleted the stack within an hour. Repeat the command to wait longer.",
      );
    await wait(POLL_MS);
  }
}

if (import.meta.main)
  await runCommand(async () => {
    const { stage, yes, ...flags } = readArguments(["stage"], process.argv.slice(2), {
      help: HELP,
      flags: ["with-data"],
    });
    const client = new CloudFormationClient(awsOptions);
    const stack = await requireDeployedStack(stage, client);
    requireUnprotected(stage, stack.EnableTerminationProtection);
    // The stack's id in place of its name, because CloudFormation no longer finds a deleted stack by its name.
    const { StackId: stackId = "" } = stack;
    await requireNoRulesOfOtherStacks(
      { cloudFormation: client, events: new EventBridgeClient(awsOptions) },
      { stack: stackId, stage, busArn: outputsOf(stack)["BusArn"] },
    );
    const keptResources = await findKeptResources(client, stackId);
    console.log(
      `This deletes ${stackNameOf(stage)} in account ${accountOf(stack)}. The shop is gone at once.`,
    );
    console.log(flags["with-data"] ? "It also deletes, for ever:" : "These stay, and may cost money:");
    // Prints the commands even for data that this command removes, because the command may be interrupted
    // after the stack is gone.
    describeKeptResources(keptResources).forEach((line) => console.log(line));
    describeLossesAndManualSteps(requireStageSettings(stage), outputsOf(stack)).forEach((line) =>
      console.log(line),
    );
    if (!flags["with-data"]) await confirm("", yes);
    else if (!(await askForAnswer(`Type the stage's name to delete it with its data: `, stage)))
      throw new CommandError("Nothing was changed.");
    await deleteStack(client, stackId);
    console.log(`${stackNameOf(stage)} is deleted.`);
    if (flags["with-data"]) await removeKeptResources(keptResources, createRemovers(), console.log);
  });
