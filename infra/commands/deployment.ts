// Shared by the commands that deploy a stage: the checks, the list of changes, and the deployment of these changes.
import type { CloudFormationClient, Stack } from "@aws-sdk/client-cloudformation";
import { stackNameOf } from "../names.ts";
import { stageSettings, stages } from "../stages.ts";
import type { RunCdk } from "./cdk.ts";
import { CommandError, REGION } from "./command.ts";
import { findStack, outputsOf, requireAccount } from "./deployed-stack.ts";

/** The version of the bootstrap stack that the CDK's templates require. */
export const BOOTSTRAP_VERSION = 8;
/** The folder into which `cdk diff` synthesizes, so that exactly the changes that it showed are deployed. */
const ASSEMBLY_FOLDER = ".build/cdk.out";

/** Throws if the account is not bootstrapped, or its bootstrap is too old. */
async function requireBootstrap(account: string, client: CloudFormationClient): Promise<void> {
  const toolkit = await findStack("CDKToolkit", client);
  const version = toolkit && outputsOf(toolkit)["BootstrapVersion"];
  if (Number(version) >= BOOTSTRAP_VERSION) return;
  throw new CommandError(
    `Account ${account} is not prepared for the CDK in ${REGION}` +
      `${toolkit ? ` (its bootstrap has version ${version ?? "unknown"}, not ${BOOTSTRAP_VERSION})` : ""}. Run once:\n` +
      // Without `--app "" --build ""` the CDK would synthesize a stage first.
      `  npx cdk bootstrap aws://${account}/${REGION} --app "" --build ""`,
  );
}

/** Throws if a setting of the stage is missing or wrong. */
function requireSettings(stage: string, account: string): void {
  try {
    stageSettings(stage, undefined, stages, account);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html, "Stack status codes" */
const UNCHANGEABLE_STATES = ["UPDATE_ROLLBACK_FAILED", "DELETE_FAILED"];

/**
 * Throws while CloudFormation changes the stage's stack, and in a state in which CloudFormation changes nothing. CloudFormation
 * would refuse a deployment itself, but `npm run secrets:rotate` would then have stored its new secret already. A stack in
 * review does not count: it has no resources, and is what an interrupted `cdk diff` leaves behind.
 */
export async function requireIdle(stage: string, client: CloudFormationClient): Promise<void> {
  const name = stackNameOf(stage);
  const { StackStatus = "" } = (await findStack(name, client)) ?? {};
  if (UNCHANGEABLE_STATES.includes(StackStatus))
    throw new CommandError(
      `CloudFormation can change nothing in ${name} (${StackStatus}). Nothing was changed. Continue the rollback or the ` +
        "deletion in CloudFormation's console, and repeat the command.",
    );
  if (!StackStatus.endsWith("_IN_PROGRESS") || StackStatus === "REVIEW_IN_PROGRESS") return;
  throw new CommandError(
    `CloudFormation still works on ${name} (${StackStatus}), for another deployment or one whose command was interrupted. ` +
      "Nothing was changed. Wait until it has ended, and repeat the command.",
  );
}

/**
 * The account of the stage. Throws unless the account, the settings and the CDK's bootstrap stack are right, and
 * CloudFormation can change the stack now.
 */
export async function requireDeployable(stage: string, client: CloudFormationClient): Promise<string> {
  const account = await requireAccount(stage);
  requireSettings(stage, account);
  await requireBootstrap(account, client);
  await requireIdle(stage, client);
  return account;
}

/** Builds the stack with these settings of the CDK context, and shows what its deployment would change. Throws if the CDK cannot do this. */
export function showChanges(cdk: RunCdk, context: readonly string[]): void {
  const contextOptions = context.flatMap((setting) => ["-c", setting]);
  if (!cdk(["diff", ...contextOptions, "--no-fail", "--output", ASSEMBLY_FOLDER]))
    throw new CommandError("The CDK cannot build the stack or show its changes. Nothing was changed.");
}

/**
 * Deploys exactly the changes that were shown. Does not build again, because a build could change the
 * assembly. Returns false if the deployment failed.
 */
export const deployShownChanges = (cdk: RunCdk): boolean =>
  cdk(["deploy", "--app", ASSEMBLY_FOLDER, "--build", "", "--require-approval", "never"]);

/**
 * A text that says what has become of a deployment that the CDK calls failed. The CDK also fails if it cannot ask CloudFormation
 * any more, for example because its credentials have expired. CloudFormation then goes on. `stackBefore`: the stack before the
 * deployment, undefined if there was none.
 */
export async function describeFailure(
  stage: string,
  client: CloudFormationClient,
  stackBefore: Stack | undefined,
): Promise<string> {
  const name = stackNameOf(stage);
  const stack = await findStack(name, client).catch((error: unknown) => error);
  if (stack instanceof Error)
    return (
      `The CDK failed, and CloudFormation may go on with ${name}: its state cannot be read (${stack.name}: ${stack.message}). ` +
      "Sign in again if your credentials have expired, and repeat the command: it says whether CloudFormation still works."
    );
  const { StackId, StackStatus = "", LastUpdatedTime } = (stack as Stack | undefined) ?? {};
  // The CDK replaces a stack whose creation failed by another one with the same name.
  const isUnchanged =
    StackId === stackBefore?.StackId &&
    StackStatus === (stackBefore?.StackStatus ?? "") &&
    LastUpdatedTime?.getTime() === stackBefore?.LastUpdatedTime?.getTime();
  if (isUnchanged || StackStatus === "REVIEW_IN_PROGRESS")
    return "The deployment failed before CloudFormation changed anything. The lines of the CDK say why.";
  if (StackStatus === "UPDATE_ROLLBACK_FAILED")
    return (
      `The deployment failed, and CloudFormation could not take its changes back (${StackStatus}). The events of ${name} name the ` +
      "resource that stopped it, and why. Remove the cause, and continue the rollback in CloudFormation's console."
    );
  if (/ROLLBACK|FAILED/.test(StackStatus))
    return (
      `The deployment failed. CloudFormation takes its changes back; the events of ${name} name the first resource that ` +
      "failed, and why."
    );
  return StackStatus.endsWith("_IN_PROGRESS")
    ? `The CDK failed, but CloudFormation goes on with ${name} (${StackStatus}). Wait until it has ended, and repeat the command.`
    : `The CDK failed, but CloudFormation has deployed ${name} (${StackStatus}). Repeat the command: it tests the shop.`;
}
