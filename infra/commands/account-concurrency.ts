import { GetAccountSettingsCommand, type LambdaClient } from "@aws-sdk/client-lambda";
import type { StageSettings } from "../stage-settings.ts";
import { CommandError, REGION } from "./command.ts";

/**
 * The number of concurrent executions that AWS keeps for functions without reserved concurrency.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
const KEPT_UNRESERVED = 100;
/** The same in new accounts, according to the error with which Lambda refuses a reservation there. */
const KEPT_UNRESERVED_IN_NEW_ACCOUNT = 10;
/** The command that asks AWS for the usual concurrency of an account. */
const RAISE_COMMAND = `aws service-quotas request-service-quota-increase --region ${REGION} --service-code lambda --quota-code L-B99A9384 --desired-value 1000`;

/**
 * The number of executions that Lambda allows the account at once in us-east-1; undefined if the credentials have no
 * permission to read the number. A GitHub role that was created before this check does not have the permission.
 */
async function readConcurrency(client: LambdaClient): Promise<number | undefined> {
  try {
    const { AccountLimit } = await client.send(new GetAccountSettingsCommand());
    return AccountLimit?.ConcurrentExecutions;
  } catch (error) {
    if (error instanceof Error && error.name === "AccessDeniedException") return undefined;
    throw error;
  }
}

/**
 * A warning if AWS may refuse the stage's reservations. Also a warning if the account allows so few executions at once that the
 * stage's queues may use them all, so that visitors are refused. Undefined if there is nothing to warn of, or the credentials
 * may not read the account's limit. Throws if AWS would certainly refuse the reservations, because the deployment would fail
 * after some minutes.
 */
export async function findConcurrencyWarning(
  { reservedConcurrency = {} }: Pick<StageSettings, "reservedConcurrency">,
  client: LambdaClient,
): Promise<string | undefined> {
  const limit = await readConcurrency(client);
  if (limit === undefined) return undefined;
  const reserved = Object.values(reservedConcurrency).reduce((sum, count) => sum + count, 0);
  if (reserved > 0 && limit - reserved < KEPT_UNRESERVED) {
    const shortage =
      `The stage reserves ${reserved} concurrent executions of Lambda, and this account has ${limit} in all, of which AWS keeps ` +
      `${KEPT_UNRESERVED} unreserved. Ask AWS for more, which may take days:\n  ${RAISE_COMMAND}\n` +
      "Or set reservedConcurrency of the stage to less, or to undefined, in infra/stages.ts.";
    if (limit - reserved < KEPT_UNRESERVED_IN_NEW_ACCOUNT) throw new CommandError(shortage);
    return `The deployment will probably fail. ${shortage}`;
  }
  if (limit >= KEPT_UNRESERVED) return undefined;
  return (
    `This account runs at most ${limit} functions at once, and the stage's queues alone may need more: while they work off orders, ` +
    "visitors may be refused with 'try again'. That is enough to try the shop. Before customers come, ask AWS for more, which " +
    `may take days:\n  ${RAISE_COMMAND}`
  );
}
