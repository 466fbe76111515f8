// Shared by the commands for operators: arguments, help, and the question before a command changes anything.
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";

/** CloudFront accepts certificates and firewalls only from this region, so the stack of every stage is there. */
export const REGION = "us-east-1";

/** Options of the AWS clients of commands. The times are in ms. */
export const awsOptions = {
  region: REGION,
  maxAttempts: 8,
  retryMode: "adaptive",
  requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
};

/** An expected error, of which the operator sees only the message. */
export class CommandError extends Error {}

/** The operator has asked for the help text, which is the message. */
class HelpRequest extends Error {}

type Options<Optional extends string, List extends string, Flag extends string> = {
  /** What the command does, for `--help`. */
  help?: string;
  optional?: readonly Optional[];
  /** Arguments that may be given several times. */
  lists?: readonly List[];
  /** Arguments without a value, besides `--yes` and `--help`. */
  flags?: readonly Flag[];
};
type Arguments<
  Name extends string,
  Optional extends string,
  List extends string,
  Flag extends string,
> = Record<Name, string> &
  Partial<Record<Optional, string>> &
  Record<List, string[]> &
  Record<Flag | "yes", boolean>;

/**
 * The values of the arguments `--name value`. Throws an error with the usage if one of `names` is missing, or if an
 * argument is unknown or has no value. For `--help`, throws the help text.
 */
export function readArguments<
  Name extends string,
  Optional extends string = never,
  List extends string = never,
  Flag extends string = never,
>(
  names: readonly Name[],
  args: readonly string[],
  { help = "", optional = [], lists = [], flags = [] }: Options<Optional, List, Flag> = {},
): Arguments<Name, Optional, List, Flag> {
  const usage = [
    ...names.map((name) => `--${name} <${name}>`),
    ...optional.map((name) => `[--${name} <${name}>]`),
    ...lists.map((name) => `[--${name} <${name}>]…`),
    ...[...flags, "yes"].map((name) => `[--${name}]`),
  ].join(" ");
  const textOption = { type: "string" as const };
  const options = {
    ...Object.fromEntries([...names, ...optional].map((name) => [name, textOption])),
    ...Object.fromEntries(lists.map((name) => [name, { ...textOption, multiple: true }])),
    ...Object.fromEntries([...flags, "yes", "help"].map((name) => [name, { type: "boolean" as const }])),
  };
  try {
    const values: Record<string, unknown> = parseArgs({ args: [...args], options }).values;
    if (values["help"]) throw new HelpRequest([help, `Usage: ${usage}`].filter(Boolean).join("\n\n"));
    const missingName = names.find((name) => typeof values[name] !== "string");
    if (missingName) throw new Error(`--${missingName} is missing.`);
    return {
      ...Object.fromEntries(lists.map((name) => [name, []])),
      ...Object.fromEntries([...flags, "yes"].map((name) => [name, false])),
      ...values,
    } as Arguments<Name, Optional, List, Flag>;
  } catch (error) {
    if (error instanceof HelpRequest) throw error;
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\nUsage: ${usage}`);
  }
}

/** Reads a line from the terminal, or from the input that is piped to the command. */
async function ask(question: string): Promise<string> {
  if (process.stdin.readableEnded) return "";
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // At the end of the input, readline never answers the question. The empty answer ends the wait.
  const endOfInput = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  const answer = await Promise.race([terminal.question(question), endOfInput]).finally(() =>
    terminal.close(),
  );
  return answer.trim();
}

/** Asks a question. Returns whether the operator has typed `answer`, in upper or lower case. */
export const askForAnswer = async (question: string, answer: string): Promise<boolean> =>
  (await ask(question)).toLowerCase() === answer.toLowerCase();

export const askYesOrNo = (question: string): Promise<boolean> =>
  askForAnswer(`${question} (yes/no) `, "yes");

/**
 * Says what will happen and asks whether to continue, unless the operator has answered in advance
 * (`isConfirmed`). Throws if the answer is not yes.
 */
export async function confirm(plan: string, isConfirmed: boolean): Promise<void> {
  if (plan) console.log(plan);
  if (!isConfirmed && !(await askYesOrNo("Continue?"))) throw new CommandError("Nothing was changed.");
}

/** The errors of the SDK and of AWS when there are no credentials, or none that are valid. */
const CREDENTIAL_ERRORS = new Set([
  "CredentialsProviderError",
  "ExpiredToken",
  "ExpiredTokenException",
  "InvalidClientTokenId",
  "TokenRefreshRequired",
  "UnrecognizedClientException",
]);

export const isCredentialError = (error: unknown): error is Error =>
  error instanceof Error && CREDENTIAL_ERRORS.has(error.name);

/** Runs a command; prints the messages of expected errors without a stack trace, and sets the exit status. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (error instanceof HelpRequest) return console.log(error.message);
    process.exitCode = 1;
    if (error instanceof CommandError) return console.error(error.message);
    if (isCredentialError(error))
      return console.error(
        `There are no valid AWS credentials (${error.message}).\n` +
          "Sign in, for example: aws sso login --profile <name>, then export AWS_PROFILE=<name>",
      );
    // The error of fetch when the host name has no DNS record yet, or the server cannot be reached.
    if (error instanceof TypeError && error.message === "fetch failed")
      return console.error(
        `No answer: ${error.cause instanceof Error ? error.cause.message : error.message}. Is the domain's record in place?`,
      );
    if (error instanceof Error && error.name === "TimeoutError")
      return console.error(`No answer in time: ${error.message}`);
    // The message of Stripe's error says what was refused, or that Stripe could not be reached.
    if (error instanceof Error && "type" in error && String(error.type).startsWith("Stripe"))
      return console.error(`Stripe: ${error.message}`);
    // The message of AWS's error says what was refused, or that AWS could not be reached.
    if (error instanceof Error && "$metadata" in error)
      return console.error(`AWS: ${error.name}: ${error.message}`);
    console.error(error);
  }
}
