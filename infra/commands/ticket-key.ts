// `npm run tickets:key -- --stage prod`: creates, replaces or ends a key that signs the codes of tickets.
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { parseTicketKeys, toSecretText } from "../../shared/tickets/ticket-keys.ts";
import { awsOptions, CommandError, confirm, readArguments, runCommand } from "./command.ts";
import { readOutputs } from "./deployed-stack.ts";
import { applyKeyRequest, type KeyRequest } from "./tickets/apply-key-request.ts";
import { describeAffected, findCodesOfKey, type AffectedIds } from "./tickets/codes-of-key.ts";

const HELP = `Creates the key that signs the codes of a stage's tickets. Without a key the shop issues no tickets.

  npm run tickets:key -- --stage prod                     creates the first key
  npm run tickets:key -- --stage prod --rotate            creates a new key; codes of earlier keys stay valid
  npm run tickets:key -- --stage prod --rotate --end 1    also ends key 1: doors refuse its codes

End a key only if somebody else may know its private part. The command names the tickets that need new codes.`;

type Options = {
  secrets: SecretsManagerClient;
  SecretId: string;
  request: KeyRequest;
  now: Date;
  /** The tickets and orders in the table that have usable codes, whichever key has signed the codes. */
  readCodes: () => Promise<AffectedIds>;
  /** Called with what will be done, before anything is changed. */
  ask: (plan: string) => Promise<void>;
};

/**
 * Changes the keys in the secret. Private keys are sent only to Secrets Manager. Throws like `requireNoCodes` and
 * `applyKeyRequest`, and if somebody else has changed the keys while `ask` waited.
 */
export async function changeTicketKeys({
  secrets,
  SecretId,
  request,
  now,
  readCodes,
  ask,
}: Options): Promise<void> {
  const { SecretString = "", VersionId } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  const keysBefore = parseTicketKeys(SecretString);
  if (keysBefore.length === 0 && !request.rotates) requireNoCodes(await readCodes());
  const { keys, lines } = await applyKeyRequest(keysBefore, request, now);
  await ask(lines.join("\n"));
  const latestSecret = await secrets.send(new GetSecretValueCommand({ SecretId }));
  if (latestSecret.VersionId !== VersionId)
    throw new CommandError("Somebody else has changed the keys just now. Nothing was changed.");
  await secrets.send(new PutSecretValueCommand({ SecretId, SecretString: toSecretText(keys) }));
}

/**
 * Throws if there are codes although the secret has no key. The stage then had another secret before: CloudFormation makes a
 * new one after `tickets` was off, or after the stack was deleted.
 */
function requireNoCodes({ ticketIds, pickUpOrderIds }: AffectedIds): void {
  const codeCount = ticketIds.length + pickUpOrderIds.length;
  if (codeCount === 0) return;
  throw new CommandError(
    `The secret has no key, but the table has codes of tickets and orders (${codeCount}). With a new key, doors would call them ` +
      "forged. Copy the value of the secret that the stage had before: infra/RUNBOOK.md, A key for tickets, says how. If that " +
      "secret is lost, --rotate makes a new key all the same, and each holder needs a new code.",
  );
}

/** The id of a key in the argument `--end`; undefined without it. Throws for any other text. */
function parseKeyId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text)) throw new CommandError(`--end: ${text} is not the id of a key.`);
  return Number(text);
}

if (import.meta.main)
  await runCommand(async () => {
    const options = readArguments(["stage"], process.argv.slice(2), {
      help: HELP,
      optional: ["end"],
      flags: ["rotate"],
    });
    const keyIdToEnd = parseKeyId(options.end);
    const { TicketKeysArn, TableName = "" } = await readOutputs(options.stage);
    if (TicketKeysArn === undefined)
      throw new CommandError(
        `Stage ${options.stage} issues no tickets: set tickets in infra/stages.ts, and deploy.`,
      );
    const now = new Date();
    await changeTicketKeys({
      secrets: new SecretsManagerClient(awsOptions),
      SecretId: TicketKeysArn,
      request: { rotates: options.rotate, keyIdToEnd },
      now,
      readCodes: () => findCodesOfKey("any", TableName, now),
      ask: (plan) => confirm(plan, options.yes),
    });
    console.log("Done. The functions read the keys within five minutes.");
    if (keyIdToEnd !== undefined)
      console.log(describeAffected(await findCodesOfKey(keyIdToEnd, TableName, now)));
  });
