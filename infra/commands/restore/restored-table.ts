import {
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  TableAlreadyExistsException,
  TableInUseException,
  type DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import { setTimeout as wait } from "node:timers/promises";
import { CommandError } from "../command.ts";

/** AWS needs minutes to hours to restore a table. The table's size makes little difference. */
const MAX_WAIT_MS = 12 * 3_600_000;
const POLL_MS = 20_000;

/**
 * The name of the temporary table. It depends only on the arguments, so that a repeated command finds the
 * table.
 */
const restoredName = (table: string, at: Date): string =>
  `${table}-at-${at
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replace(/[^0-9TZ]/g, "")}`;

async function readStatus(client: DynamoDBClient, TableName: string): Promise<string | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table?.TableStatus;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Throws if the table has no point-in-time recovery, or if AWS cannot restore this time. */
async function requireRecoverable(client: DynamoDBClient, TableName: string, at: Date): Promise<void> {
  const { ContinuousBackupsDescription } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  );
  const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } =
    ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
  if (!earliest || !latest) throw new CommandError(`${TableName} has no point-in-time recovery.`);
  if (at < earliest || at > latest)
    throw new CommandError(
      `AWS can restore ${TableName} to a time between ${earliest.toISOString()} and ${latest.toISOString()}.`,
    );
}

/**
 * Lets AWS begin to restore a table. Does nothing if this has begun before, for example by a call whose answer was lost: AWS
 * then names a table that exists, or one that is being created.
 */
async function startRestore(
  client: DynamoDBClient,
  SourceTableName: string,
  TargetTableName: string,
  RestoreDateTime: Date,
): Promise<void> {
  const request = new RestoreTableToPointInTimeCommand({
    SourceTableName,
    TargetTableName,
    RestoreDateTime,
    BillingModeOverride: "PAY_PER_REQUEST",
    GlobalSecondaryIndexOverride: [],
  });
  await client.send(request).catch((error: unknown) => {
    if (!(error instanceof TableAlreadyExistsException || error instanceof TableInUseException)) throw error;
  });
}

/**
 * Restores a table to a time, as a new table without indexes, and waits until the new table is ready. Continues after an
 * interruption. Returns the name of the new table. Throws if AWS cannot restore this time, or needs more than 12 hours.
 */
export async function restoreTable(
  client: DynamoDBClient,
  table: string,
  at: Date,
  print: (line: string) => void,
  pollMs = POLL_MS,
): Promise<string> {
  const name = restoredName(table, at);
  const startedAt = Date.now();
  const waitForNextPoll = async () => {
    if (Date.now() - startedAt > MAX_WAIT_MS)
      throw new CommandError(`${name} is still not ready. Repeat the command to continue.`);
    await wait(pollMs);
  };
  let status = await readStatus(client, name);
  // An earlier command for the same time has deleted its table, which takes minutes.
  for (; status === "DELETING"; status = await readStatus(client, name)) await waitForNextPoll();
  if (status === undefined) {
    await requireRecoverable(client, table, at);
    await startRestore(client, table, name, at);
    print(`AWS restores ${table} into ${name}. This takes minutes to hours; the command can be repeated.`);
  }
  for (; status !== "ACTIVE"; status = await readStatus(client, name)) await waitForNextPoll();
  print(`${name} is ready.`);
  return name;
}

export const deleteTable = (client: DynamoDBClient, TableName: string): Promise<unknown> =>
  client.send(new DeleteTableCommand({ TableName }));
