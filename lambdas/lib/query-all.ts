import { paginateQuery, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { documentClient, tableName } from "./dynamodb.ts";

/** The items of all pages of a query of the table. DynamoDB ends a page after 1 MB. */
export async function queryAll(
  query: Omit<QueryCommandInput, "TableName">,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  const pages = paginateQuery({ client: documentClient() }, { TableName: tableName(), ...query });
  for await (const { Items = [] } of pages) items.push(...Items);
  return items;
}
