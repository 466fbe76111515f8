import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { readEnv, Text } from "./env.ts";
import * as z from "zod/mini";

let client: DynamoDBDocumentClient | undefined;

/**
 * 4 tries of 2 s with the SDK's jittered backoff, so that a call ends before the time-out of each function. Only render-page ends
 * earlier; CloudFront then sends the prerendered page.
 */
export const documentClient = (): DynamoDBDocumentClient =>
  (client ??= DynamoDBDocumentClient.from(
    new DynamoDBClient({
      maxAttempts: 4,
      requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  ));

let cachedName: string | undefined;

export const tableName = (): string => (cachedName ??= readEnv(z.object({ TABLE_NAME: Text })).TABLE_NAME);
