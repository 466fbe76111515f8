import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { readEnv, Text } from "./env.ts";
import * as z from "zod/mini";

let client: DynamoDBDocumentClient | undefined;

/** The document client: 2 s for each try, 4 tries with the SDK's jittered backoff, so a call ends inside the API's time. */
export const documentClient = (): DynamoDBDocumentClient =>
  (client ??= DynamoDBDocumentClient.from(
    new DynamoDBClient({
      maxAttempts: 4,
      requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  ));

let name: string | undefined;

/** The one table. */
export const tableName = (): string => (name ??= readEnv(z.object({ TABLE_NAME: Text })).TABLE_NAME);
