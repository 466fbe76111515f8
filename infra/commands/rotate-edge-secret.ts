// `npm run secrets:rotate -- --stage prod`: replaces the secret that CloudFront sends to the functions.
import { CloudFormationClient, GetTemplateCommand } from "@aws-sdk/client-cloudformation";
import {
  paginateListSecretVersionIds,
  PutSecretValueCommand,
  SecretsManagerClient,
  type SecretVersionsListEntry,
} from "@aws-sdk/client-secrets-manager";
import { randomBytes, randomUUID } from "node:crypto";
import { runCdk, type RunCdk } from "./cdk.ts";
import { awsOptions, CommandError, confirm, readArguments, runCommand } from "./command.ts";
import { findStack, requireOutputs } from "./deployed-stack.ts";
import {
  deployShownChanges,
  describeFailure,
  requireDeployable,
  requireIdle,
  showChanges,
} from "./deployment.ts";
import { lockFolder } from "./folder-lock.ts";
import { stackNameOf } from "../names.ts";

/** The functions accept the previous value for this time (lambdas/lib/secrets.ts). */
const PREVIOUS_VALID_MS = 86_400_000;

/**
 * The ids of the secret's versions by label (a "stage" of a version is a label such as AWSCURRENT), and when the current version
 * was stored. The secret's own date of change is not used, because a changed description or tag changes this date too.
 */
async function readVersions(client: SecretsManagerClient, SecretId: string) {
  const versions: SecretVersionsListEntry[] = [];
  for await (const { Versions = [] } of paginateListSecretVersionIds({ client }, { SecretId }))
    versions.push(...Versions);
  const versionWithLabel = (label: string) =>
    versions.find(({ VersionStages = [] }) => VersionStages.includes(label));
  const currentVersion = versionWithLabel("AWSCURRENT");
  return {
    current: currentVersion?.VersionId,
    previous: versionWithLabel("AWSPREVIOUS")?.VersionId,
    storedAt: currentVersion?.CreatedDate ?? new Date(0),
  };
}
type Versions = Awaited<ReturnType<typeof readVersions>>;

/**
 * The version of the stored value, if it was stored in the last 24 hours and the stack has not deployed it yet; otherwise
 * undefined. Until it is deployed, CloudFront sends the previous value. A second new value would make that value invalid, and
 * every request would be refused.
 */
function findUndeployedVersion(
  { current, previous, storedAt }: Versions,
  template: string,
  now: Date,
): string | undefined {
  const isPreviousValid = previous !== undefined && +now - +storedAt < PREVIOUS_VALID_MS;
  return isPreviousValid && current !== undefined && !template.includes(current) ? current : undefined;
}

type Dependencies = {
  client: CloudFormationClient;
  secrets: SecretsManagerClient;
  cdk: RunCdk;
  confirm: (plan: string) => Promise<void>;
  now: Date;
};

/**
 * Shows the changes, stores a new value and deploys its version to CloudFront. After an interrupted rotation,
 * only deploys the stored value. CloudFormation reads a secret again only if the version in the template
 * changes. The functions accept the previous value for a day, so no request is refused during the deployment.
 * Returns 'continued' if the value was stored by an interrupted rotation. Throws like `requireDeployable` and `requireOutputs`,
 * and if the deployment fails, because then every request is refused after a day.
 */
export async function rotateEdgeSecret(
  stage: string,
  { client, secrets, cdk, confirm: ask, now }: Dependencies,
): Promise<"new" | "continued"> {
  await requireDeployable(stage, client);
  const { OriginSecretArn: SecretId, SiteUrl } = await requireOutputs(
    stage,
    ["OriginSecretArn", "SiteUrl"],
    client,
  );
  const { TemplateBody = "" } = await client.send(
    new GetTemplateCommand({ StackName: stackNameOf(stage), TemplateStage: "Processed" }),
  );
  const versions = await readVersions(secrets, SecretId);
  const interruptedVersion = findUndeployedVersion(versions, TemplateBody, now);
  // The version is chosen here, so that the changes can be shown before the value is stored.
  const version = interruptedVersion ?? randomUUID();
  showChanges(cdk, [`stage=${stage}`, `originSecretVersion=${version}`]);
  await ask(
    `This replaces the secret with which CloudFront calls the functions of ${SiteUrl}, and makes all changes above to ${stage}. ` +
      "Visitors notice nothing of the secret.",
  );
  // While the operator read the changes, somebody else may have rotated the secret. A second new value would make the value
  // invalid that CloudFront sends until their deployment has ended.
  await requireIdle(stage, client);
  if ((await readVersions(secrets, SecretId)).current !== versions.current)
    throw new CommandError(
      "Somebody else has rotated the secret just now. Nothing was changed. Repeat the command.",
    );
  const stackBefore = await findStack(stackNameOf(stage), client);
  if (interruptedVersion === undefined) {
    const SecretString = randomBytes(36).toString("base64url");
    await secrets.send(new PutSecretValueCommand({ SecretId, SecretString, ClientRequestToken: version }));
  }
  if (!deployShownChanges(cdk))
    throw new CommandError(
      `${await describeFailure(stage, client, stackBefore)}\nThe new secret is stored. Remove the cause, and repeat the command ` +
        "within 24 hours: if the value is not deployed yet, the command deploys it and stores no other. Without a deployment the " +
        "shop then refuses every request.",
    );
  return interruptedVersion === undefined ? "new" : "continued";
}

if (import.meta.main)
  await runCommand(async () => {
    const { stage, yes } = readArguments(["stage"], process.argv.slice(2), {
      help:
        "Replaces the secret between CloudFront and the functions, and deploys it. Checks the stage, shows the changes and asks " +
        "first, as npm run deploy does: the stage is deployed as it is in this folder.",
    });
    lockFolder();
    const outcome = await rotateEdgeSecret(stage, {
      client: new CloudFormationClient(awsOptions),
      secrets: new SecretsManagerClient(awsOptions),
      cdk: runCdk,
      confirm: (plan) => confirm(plan, yes),
      now: new Date(),
    });
    console.log(
      outcome === "new"
        ? "Done. Later deployments keep this value and need no further option."
        : "The value that was stored in the last 24 hours is deployed now. Repeat the command for a new one.",
    );
  });
