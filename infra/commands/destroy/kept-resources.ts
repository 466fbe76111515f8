import { setTimeout } from "node:timers/promises";
import {
  GetTemplateCommand,
  paginateListStackResources,
  type CloudFormationClient,
} from "@aws-sdk/client-cloudformation";
import {
  CognitoIdentityProviderClient,
  DeleteUserPoolCommand,
  UpdateUserPoolCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import {
  DeleteTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  UpdateTableCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { DeleteBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { DeleteSecretCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import * as z from "zod/mini";
import { awsOptions, CommandError, REGION } from "../command.ts";
import { emptyBucket } from "./empty-bucket.ts";

/** A resource that stays when its stack is deleted. */
export type KeptResource = { type: string; id: string };

const Template = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), DeletionPolicy: z.optional(z.string()) })),
});

/** What an operator calls the resource, and the commands that remove it. */
const DESCRIPTION_OF_TYPE: Record<string, { name: string; commands: (id: string) => string[] }> = {
  "AWS::S3::Bucket": {
    name: "bucket",
    commands: (id) => [
      `s3 rm s3://${id} --recursive  # leaves old versions: press Empty in the S3 console`,
      `s3 rb s3://${id}`,
    ],
  },
  "AWS::DynamoDB::GlobalTable": {
    name: "table",
    commands: (id) => [
      `dynamodb update-table --table-name ${id} --no-deletion-protection-enabled`,
      `dynamodb wait table-exists --table-name ${id}`,
      `dynamodb delete-table --table-name ${id}`,
    ],
  },
  "AWS::Cognito::UserPool": {
    name: "accounts of admins and door staff",
    commands: (id) => [
      `cognito-idp update-user-pool --user-pool-id ${id} --deletion-protection INACTIVE`,
      `cognito-idp delete-user-pool --user-pool-id ${id}`,
    ],
  },
  "AWS::SecretsManager::Secret": {
    name: "secret",
    commands: (id) => [`secretsmanager delete-secret --secret-id ${id}`],
  },
};

/** The template keeps versions of functions, but when the stack is deleted, Lambda deletes each function with its versions. */
const DELETED_WITH_FUNCTION = "AWS::Lambda::Version";

/** The resources of a stack that its template keeps, without those that CloudFormation deleted after a failed creation. */
export async function findKeptResources(
  client: CloudFormationClient,
  StackName: string,
): Promise<KeptResource[]> {
  const { TemplateBody } = await client.send(
    new GetTemplateCommand({ StackName, TemplateStage: "Processed" }),
  );
  // A stack in review, which an interrupted or refused first deployment leaves behind, has neither template nor resources.
  if (!TemplateBody) return [];
  const { Resources } = z.parse(Template, JSON.parse(TemplateBody));
  const keptResources: KeptResource[] = [];
  for await (const page of paginateListStackResources({ client }, { StackName }))
    for (const {
      LogicalResourceId = "",
      PhysicalResourceId: id,
      ResourceStatus,
    } of page.StackResourceSummaries ?? []) {
      const resource = Resources[LogicalResourceId];
      const isKept = resource?.DeletionPolicy?.startsWith("Retain") && ResourceStatus !== "DELETE_COMPLETE";
      if (!resource || !isKept || id === undefined) continue;
      if (resource.Type !== DELETED_WITH_FUNCTION) keptResources.push({ type: resource.Type, id });
    }
  return keptResources;
}

/** A line for each resource, and the commands that remove it. */
export const describeKeptResources = (keptResources: readonly KeptResource[]): string[] =>
  keptResources.flatMap(({ type, id }) => {
    const { name = type, commands = () => [] } = DESCRIPTION_OF_TYPE[type] ?? {};
    return [`- ${name} ${id}`, ...commands(id).map((command) => `    aws --region ${REGION} ${command}`)];
  });

type Remove = (id: string) => Promise<unknown>;
type Wait = (ms: number) => Promise<unknown>;

const MAX_DELETE_TRIES = 12;
const DELETE_PAUSE_MS = 5_000;

/**
 * Deletes a table that is being updated. DynamoDB refuses this until the update is complete, and DescribeTable, which is
 * eventually consistent, may still name the status before the update.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteTable.html
 */
async function deleteTable(client: DynamoDBClient, TableName: string, wait: Wait): Promise<void> {
  for (let tries = 1; ; tries++) {
    await waitUntilTableExists({ client, maxWaitTime: 300 }, { TableName });
    try {
      await client.send(new DeleteTableCommand({ TableName }));
      return;
    } catch (error) {
      if (!(error instanceof ResourceInUseException) || tries === MAX_DELETE_TRIES) throw error;
      await wait(DELETE_PAUSE_MS);
    }
  }
}

/** How `npm run destroy -- --with-data` removes a resource of each type. */
export function createRemovers(wait: Wait = setTimeout): Record<string, Remove> {
  const s3 = new S3Client(awsOptions);
  const dynamodb = new DynamoDBClient(awsOptions);
  const cognito = new CognitoIdentityProviderClient(awsOptions);
  const secrets = new SecretsManagerClient(awsOptions);
  return {
    "AWS::S3::Bucket": async (Bucket) => {
      await emptyBucket(s3, Bucket, wait);
      await s3.send(new DeleteBucketCommand({ Bucket }));
    },
    "AWS::DynamoDB::GlobalTable": async (TableName) => {
      await dynamodb.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
      await deleteTable(dynamodb, TableName, wait);
    },
    "AWS::Cognito::UserPool": async (UserPoolId) => {
      await cognito.send(new UpdateUserPoolCommand({ UserPoolId, DeletionProtection: "INACTIVE" }));
      await cognito.send(new DeleteUserPoolCommand({ UserPoolId }));
    },
    // Secrets Manager keeps a deleted secret for 30 days, during which it can be restored.
    "AWS::SecretsManager::Secret": (SecretId) => secrets.send(new DeleteSecretCommand({ SecretId })),
  };
}

/** The errors for a resource that does not exist, for example because the answer to the first try was lost. */
const GONE_ERRORS = new Set(["NoSuchBucket", "ResourceNotFoundException"]);

/**
 * Removes the resources one after another. A resource that is gone counts as removed. A failure does not stop the other removals;
 * the error at the end names the resources that could not be removed.
 */
export async function removeKeptResources(
  keptResources: readonly KeptResource[],
  removers: Record<string, Remove>,
  print: (line: string) => void,
): Promise<void> {
  const failureLines: string[] = [];
  for (const resource of keptResources) {
    const { type, id } = resource;
    try {
      const remove = removers[type];
      if (!remove) throw new Error(`The command cannot remove a ${type}.`);
      await remove(id).catch((error: unknown) => {
        if (!(error instanceof Error && GONE_ERRORS.has(error.name))) throw error;
      });
      print(`Deleted: ${DESCRIPTION_OF_TYPE[type]?.name ?? type} ${id}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const [, ...commandLines] = describeKeptResources([resource]);
      failureLines.push(`${id}: ${reason}`, ...commandLines);
    }
  }
  if (failureLines.length > 0)
    throw new CommandError(`These could not be removed:\n${failureLines.join("\n")}`);
}
