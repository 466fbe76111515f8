// What the commands of operators share: arguments, the stage's stack, and the question before anything is changed.
import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { stages } from "../stages.ts";

/** CloudFront accepts certificates and firewalls only from this region, so every stack is there. */
export const REGION = "us-east-1";

/** An error whose message tells the operator what to do. */
export class CommandError extends Error {}

/** The values of the arguments `--name value`. Throws if one is missing or unknown, with the usage. */
export function readArguments<Name extends string>(
  names: readonly Name[],
  args: readonly string[],
): Record<Name, string> & { yes: boolean } {
  const usage = names.map((name) => `--${name} <${name}>`).join(" ");
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  try {
    const parsed = parseArgs({ args: [...args], options: { ...options, yes: { type: "boolean" } } });
    const values: Record<string, string | boolean | undefined> = parsed.values;
    const missing = names.find((name) => typeof values[name] !== "string");
    if (missing) throw new Error(`--${missing} is missing.`);
    const { yes = false, ...texts } = values;
    return { ...(texts as Record<Name, string>), yes: yes === true };
  } catch (error) {
    throw new CommandError(
      `${error instanceof Error ? error.message : String(error)}\nUsage: ${usage} [--yes]`,
    );
  }
}

/** The outputs of a stage's stack, by name. Throws for an unknown stage and for one that is not deployed. */
export async function readOutputs(
  stage: string,
  client = new CloudFormationClient({ region: REGION }),
): Promise<Record<string, string>> {
  if (stage === "local" || !Object.hasOwn(stages, stage))
    throw new CommandError(`There is no stage ${stage} in infra/stages.ts.`);
  const StackName = `bourbon-vipers-${stage}`;
  const { Stacks: [stack] = [] } = await client
    .send(new DescribeStacksCommand({ StackName }))
    .catch((error: unknown) => {
      if (error instanceof Error && error.message.includes("does not exist")) return { Stacks: [] };
      throw error;
    });
  if (!stack)
    throw new CommandError(`${StackName} is not deployed in this account: npx cdk deploy -c stage=${stage}`);
  return Object.fromEntries(
    (stack.Outputs ?? []).map(({ OutputKey = "", OutputValue = "" }) => [OutputKey, OutputValue]),
  );
}

/** Says what will happen and asks whether to continue; `yes` answers in advance. Throws if the answer is not yes. */
export async function confirm(what: string, yes: boolean): Promise<void> {
  console.log(what);
  if (yes) return;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Continue? (yes/no) ").finally(() => terminal.close());
  if (answer.trim().toLowerCase() !== "yes") throw new CommandError("Nothing was changed.");
}

/** Runs a command; prints the message of a CommandError without a stack trace, and sets the exit status. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof CommandError ? error.message : error);
    process.exitCode = 1;
  }
}
