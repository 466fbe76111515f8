// `npm run secrets:rotate -- --stage prod`: a new secret between CloudFront and the functions, in both places.
import { PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { randomBytes } from "node:crypto";
import { runCdk, type RunCdk } from "./cdk.ts";
import { awsOptions, CommandError, confirm, readArguments, runCommand } from "./command.ts";
import { readOutputs } from "./deployed-stack.ts";

/**
 * Stores a new value and deploys its version to CloudFront. CloudFormation reads a secret again only when the version in
 * the template changes. The functions accept the previous value for a day, so no request is refused meanwhile. Throws if
 * the deployment fails, with the command that repeats it: without it, everybody is refused after a day.
 */
export async function rotateEdgeSecret(
  client: SecretsManagerClient,
  SecretId: string,
  stage: string,
  deploy: RunCdk,
): Promise<string> {
  const SecretString = randomBytes(36).toString("base64url");
  const { VersionId = "" } = await client.send(new PutSecretValueCommand({ SecretId, SecretString }));
  const args = ["deploy", "-c", `stage=${stage}`, "-c", `originSecretVersion=${VersionId}`];
  if (!deploy(args))
    throw new CommandError(
      "The new secret is stored, but CloudFront does not send it yet. Within 24 hours, run:\n" +
        `  npx cdk ${args.join(" ")}\nAfter that time the shop refuses every request.`,
    );
  return VersionId;
}

if (import.meta.main)
  await runCommand(async () => {
    const { stage, yes } = readArguments(["stage"], process.argv.slice(2), {
      help: "Replaces the secret between CloudFront and the functions, and deploys it.",
    });
    const { OriginSecretArn = "", SiteUrl = "" } = await readOutputs(stage);
    await confirm(
      `This replaces the secret with which CloudFront calls the functions of ${SiteUrl}, and deploys ${stage} ` +
        "as it is in this folder. Visitors notice nothing.",
      yes,
    );
    const version = await rotateEdgeSecret(
      new SecretsManagerClient(awsOptions),
      OriginSecretArn,
      stage,
      (args) => runCdk([...args, "--require-approval", "never"]),
    );
    console.log(
      `Done. Set originSecretVersion to ${version} in infra/stages.ts, so that the next deployment keeps it.`,
    );
  });
