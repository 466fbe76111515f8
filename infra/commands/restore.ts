// `npm run restore -- --stage prod --at 2026-11-22T10:00:00Z`: brings lost data back into the stack's table and bucket.
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { readFileSync } from "node:fs";
import {
  askYesOrNo,
  awsOptions,
  CommandError,
  confirm,
  readArguments,
  REGION,
  runCommand,
} from "./command.ts";
import { createAdmin } from "./create-admin.ts";
import { requireOutputs } from "./deployed-stack.ts";
import { parseTime } from "./parse-time.ts";
import type { RestoreContext } from "./restore/chosen-items.ts";
import { copyTable } from "./restore/copy-table.ts";
import { PICTURES_PREFIX, restorePictures } from "./restore/pictures.ts";
import { requireIds, restoreChosen } from "./restore/restore-chosen.ts";
import { deleteTable, restoreTable } from "./restore/restored-table.ts";
import { describeCopy, describePlan } from "./restore/texts.ts";

const HELP = `Restores lost data into the stack's own table and bucket. infra/RUNBOOK.md, "Data is lost", says which option to use when.

  --at <time>       restores the data as it was at this time, such as 2026-11-22T10:00:00Z
  --all             the items that are missing in the table; items that exist are never changed
  --order <id>      one order, with its payment, tickets, mails and sales; may be repeated
  --product <id>    one product, even if it was deleted, with its stock and pictures; may be repeated
  --partition <pk>  the items of one partition key, such as MAILBOX#…; may be repeated
  --pictures        all pictures that were deleted or overwritten since
  --admins <file>   makes everybody in a file of npm run admin:list an admin again, and invites those who never signed in
  --replace         replaces a chosen order or product if it exists
  --from <table>    uses a table that was restored before, instead of a new temporary one; then only products and pictures need --at
  --delete-temporary  deletes the temporary table at the end without a question`;

/** The addresses in a file of `admin:list`: one a line. npm may have added lines of its own. */
export const addressesIn = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^[^\s@<>]+@[^\s@<>]+$/.test(line));

/** The addresses in a file. Throws if the file cannot be read, or has no address. */
export function readAdmins(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new CommandError(`The file of --admins: ${error instanceof Error ? error.message : String(error)}`);
  }
  const addresses = addressesIn(text);
  if (addresses.length === 0) throw new CommandError(`${file} has no address of an admin.`);
  return addresses;
}

async function inviteAdmins(emails: readonly string[], UserPoolId: string): Promise<void> {
  const client = new CognitoIdentityProviderClient(awsOptions);
  for (const email of emails) console.log(`${email}: ${await createAdmin(client, UserPoolId, email)}`);
}

if (import.meta.main)
  await runCommand(async () => {
    const options = readArguments(["stage"], process.argv.slice(2), {
      help: HELP,
      optional: ["at", "from", "admins"],
      lists: ["order", "product", "partition"],
      flags: ["all", "pictures", "replace", "delete-temporary"],
    });
    const { stage, yes, all, pictures, replace } = options;
    const admins = options.admins === undefined ? undefined : readAdmins(options.admins);
    const now = new Date();
    const hasChosenItems = [options.order, options.product, options.partition].some((ids) => ids.length > 0);
    if (!all && !hasChosenItems && !pictures && admins === undefined)
      throw new CommandError(`Nothing is chosen.\n\n${HELP}`);
    if (all && hasChosenItems)
      throw new CommandError("Choose --all, or single orders, products and partitions.");
    requireIds(options);
    const needsTemporaryTable = (all || hasChosenItems) && options.from === undefined;
    if (options.at === undefined && (needsTemporaryTable || pictures || options.product.length > 0))
      throw new CommandError("--at is missing.");
    const at = options.at === undefined ? now : parseTime(options.at, now);
    const { TableName, MediaBucketName, UserPoolId } = await requireOutputs(stage, [
      "TableName",
      "MediaBucketName",
      "UserPoolId",
    ]);
    // The functions' code for discount codes finds the table by these.
    Object.assign(process.env, { AWS_REGION: REGION, TABLE_NAME: TableName });
    await confirm(describePlan({ ...options, table: TableName, admins }), yes);

    const s3 = new S3Client(awsOptions);
    if (pictures)
      console.log(
        `${await restorePictures(s3, MediaBucketName, PICTURES_PREFIX, at)} files of pictures are back.`,
      );
    if (admins !== undefined) await inviteAdmins(admins, UserPoolId);
    if (!all && !hasChosenItems) return;

    const client = new DynamoDBClient(awsOptions);
    const earlierTable = options.from ?? (await restoreTable(client, TableName, at, console.log));
    const context: RestoreContext = {
      client,
      from: earlierTable,
      to: TableName,
      now: new Date(),
      replacesExisting: replace,
      print: console.log,
    };
    if (all) describeCopy(await copyTable(context, console.log)).forEach((line) => console.log(line));
    const isAllBack = await restoreChosen(context, options, async (uploadIds) => {
      for (const uploadId of uploadIds)
        await restorePictures(s3, MediaBucketName, PICTURES_PREFIX + uploadId, at);
    });
    if (!isAllBack) process.exitCode = 1;
    if (options.from !== undefined) return;
    if (
      options["delete-temporary"] ||
      (!yes && (await askYesOrNo(`Delete the temporary table ${earlierTable}?`)))
    ) {
      await deleteTable(client, earlierTable);
      console.log(`${earlierTable} is being deleted.`);
    } else
      console.log(
        `The temporary table costs money until you delete it: aws dynamodb delete-table --region ${REGION} --table-name ${earlierTable}`,
      );
  });
