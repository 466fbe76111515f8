import { CloudFormationClient, DescribeStacksCommand, type Stack } from "@aws-sdk/client-cloudformation";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { stackNameOf } from "../names.ts";
import type { StageSettings } from "../stage-settings.ts";
import { stages } from "../stages.ts";
import { awsOptions, CommandError } from "./command.ts";

const settingsOf = (stage: string): StageSettings | undefined =>
  Object.hasOwn(stages, stage) ? (stages as Record<string, StageSettings>)[stage] : undefined;

/** The settings of a stage as they are in infra/stages.ts, without checks. Throws for an unknown stage, and for `local`. */
export function requireStageSettings(stage: string): StageSettings {
  const settings = settingsOf(stage);
  if (!settings)
    throw new CommandError(
      stage === "local"
        ? "Stage local is that of npm start, and is not on AWS."
        : `There is no stage ${stage} in infra/stages.ts. The stages are: ${Object.keys(stages).join(", ")}.`,
    );
  return settings;
}

/** The account in the ARN of a stack. */
export const accountOf = ({ StackId = "" }: Pick<Stack, "StackId">): string => StackId.split(":")[4] ?? "";

/** The stack with this name in the account of the credentials; undefined if it does not exist. */
export async function findStack(
  StackName: string,
  client = new CloudFormationClient(awsOptions),
): Promise<Stack | undefined> {
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName }));
    return Stacks?.[0];
  } catch (error) {
    if (error instanceof Error && error.message.includes("does not exist")) return undefined;
    throw error;
  }
}

export const outputsOf = ({ Outputs = [] }: Pick<Stack, "Outputs">): Record<string, string> =>
  Object.fromEntries(Outputs.map(({ OutputKey = "", OutputValue = "" }) => [OutputKey, OutputValue]));

/** The account of the credentials. Throws for an unknown stage, and if the stage's settings name another account or none. */
export async function requireAccount(stage: string): Promise<string> {
  const { account: expectedAccount } = requireStageSettings(stage);
  // This call needs no permission.
  const { Account: account = "" } = await new STSClient(awsOptions).send(new GetCallerIdentityCommand());
  if (expectedAccount === undefined)
    throw new CommandError(
      `Stage ${stage} does not name its account. If ${account} is right, add to it in infra/stages.ts:\n  account: "${account}",`,
    );
  if (expectedAccount !== account)
    throw new CommandError(
      `These credentials are for account ${account}, but stage ${stage} is in account ${expectedAccount} ` +
        "(infra/stages.ts). Choose the right profile: export AWS_PROFILE=<name>",
    );
  return account;
}

/** A stage's stack. Throws like `requireAccount`, and for a stage that is not deployed. */
export async function requireDeployedStack(stage: string, client?: CloudFormationClient): Promise<Stack> {
  const account = await requireAccount(stage);
  const stack = await findStack(stackNameOf(stage), client);
  if (!stack)
    throw new CommandError(
      `${stackNameOf(stage)} is not deployed in account ${account}: npm run deploy -- --stage ${stage}`,
    );
  return stack;
}

/**
 * The error about outputs that a stage's stack does not have. While CloudFormation rolls an update back, it names no outputs. A
 * stack in review has only a change set that was not executed, for example because CloudFormation refused it.
 */
function missingOutputsError(stage: string, stack: Stack, missing: string): CommandError {
  const { StackStatus = "" } = stack;
  const problem = `${stackNameOf(stage)} has no ${missing}`;
  return new CommandError(
    StackStatus.endsWith("_IN_PROGRESS") && StackStatus !== "REVIEW_IN_PROGRESS"
      ? `${problem} now, because CloudFormation works on it (${StackStatus}). Repeat the command when that has ended.`
      : `${problem}: it is not deployed completely. npm run deploy -- --stage ${stage}`,
  );
}

/** The outputs of a stage's stack, by name. Throws like `requireDeployedStack`, and if the stack has none. */
export async function readOutputs(stage: string): Promise<Record<string, string>> {
  const stack = await requireDeployedStack(stage);
  const outputs = outputsOf(stack);
  if (Object.keys(outputs).length === 0) throw missingOutputsError(stage, stack, "outputs");
  return outputs;
}

/** The outputs with these names of a stage's stack. Throws like `requireDeployedStack`, and if one is missing. */
export async function requireOutputs<Name extends string>(
  stage: string,
  names: readonly Name[],
  client?: CloudFormationClient,
): Promise<Record<Name, string>> {
  const stack = await requireDeployedStack(stage, client);
  const outputs = outputsOf(stack);
  const missingNames = names.filter((name) => outputs[name] === undefined);
  if (missingNames.length > 0) throw missingOutputsError(stage, stack, missingNames.join(", "));
  return outputs;
}
