import * as z from "zod/mini";
import type { AwsCall } from "../iam/permissions.ts";
import type { Resource, Stack } from "../template/stack.ts";

const KeySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.string() }));
const TableProperties = z.object({
  KeySchema,
  GlobalSecondaryIndexes: z._default(z.array(z.object({ IndexName: z.string(), KeySchema })), []),
});

/** `partitionKeys`: the attribute that is the partition key, by index name; `""` for the table itself. */
type TableKeys = { arn: string; partitionKeys: Map<string, string> };

const Values = z.record(z.string(), z.record(z.string(), z.unknown()));
const SingleCall = z.object({ TableName: z.string(), Key: z.optional(Values), Item: z.optional(Values) });
const Query = z.object({
  TableName: z.string(),
  IndexName: z._default(z.string(), ""),
  KeyConditionExpression: z._default(z.string(), ""),
  ExpressionAttributeNames: z._default(z.record(z.string(), z.string()), {}),
  ExpressionAttributeValues: z._default(Values, {}),
});
const Batch = z.object({
  RequestItems: z.record(z.string(), z.object({ Keys: z._default(z.array(Values), []) })),
});
const Transaction = z.object({ TransactItems: z.array(z.record(z.string(), SingleCall)) });

/** The permission for each part of a transaction: a transaction has no permission of its own. */
const actionOfPart: Record<string, string> = {
  Get: "GetItem",
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "ConditionCheckItem",
};

/**
 * Returns a function that lists the calls that IAM checks for a request of DynamoDB's API, each with its values of the
 * partition key; for a query of an index, of the index's partition key.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
export function createTableCalls(stack: Stack): (operation: string, body: string) => AwsCall[] {
  const tables = new Map(
    stack.resources("AWS::DynamoDB::GlobalTable", TableProperties).map((table) => [table.ref, keysOf(table)]),
  );
  function keysOf({ logicalId, properties }: Resource<z.infer<typeof TableProperties>>): TableKeys {
    const partitionKeyOf = (keys: z.infer<typeof KeySchema>): string =>
      keys.find(({ KeyType }) => KeyType === "HASH")?.AttributeName ?? "";
    const indexes = properties.GlobalSecondaryIndexes.map(
      (index) => [index.IndexName, partitionKeyOf(index.KeySchema)] as const,
    );
    return {
      arn: stack.attribute(logicalId, "Arn"),
      partitionKeys: new Map([["", partitionKeyOf(properties.KeySchema)], ...indexes]),
    };
  }
  const tableNamed = (name: string): TableKeys => tables.get(name) ?? { arn: name, partitionKeys: new Map() };
  /** The text of an attribute's value, which is an object such as `{ S: "text" }`. */
  const textOf = (value: Record<string, unknown> = {}): string => String(Object.values(value)[0]);
  const callOf = (operation: string, name: string, items: readonly z.infer<typeof Values>[]): AwsCall => {
    const { arn, partitionKeys } = tableNamed(name);
    const keys = items.map((item) => textOf(item[partitionKeys.get("") ?? ""]));
    return { action: `dynamodb:${operation}`, resource: arn, context: { "dynamodb:LeadingKeys": keys } };
  };
  const queryCallOf = (input: z.infer<typeof Query>): AwsCall => {
    const { arn, partitionKeys } = tableNamed(input.TableName);
    const partitionKey = partitionKeys.get(input.IndexName) ?? "";
    const equalities = input.KeyConditionExpression.matchAll(/(#?\w+)\s*=\s*(:\w+)/g);
    const keys = [...equalities]
      .filter(([, name = ""]) => (input.ExpressionAttributeNames[name] ?? name) === partitionKey)
      .map(([, , value = ""]) => textOf(input.ExpressionAttributeValues[value]));
    return {
      action: "dynamodb:Query",
      resource: input.IndexName === "" ? arn : `${arn}/index/${input.IndexName}`,
      context: { "dynamodb:LeadingKeys": keys },
    };
  };

  return (operation, body) => {
    const input: unknown = JSON.parse(body);
    if (operation === "Query") return [queryCallOf(z.parse(Query, input))];
    if (operation === "BatchGetItem")
      return Object.entries(z.parse(Batch, input).RequestItems).map(([table, { Keys }]) =>
        callOf(operation, table, Keys),
      );
    if (operation.startsWith("Transact"))
      return z
        .parse(Transaction, input)
        .TransactItems.flatMap((item) =>
          Object.entries(item).map(([part, { TableName, Key, Item }]) =>
            callOf(actionOfPart[part] ?? part, TableName, [Key ?? Item ?? {}]),
          ),
        );
    const { TableName, Key, Item } = z.parse(SingleCall, input);
    return [callOf(operation, TableName, [Key ?? Item ?? {}])];
  };
}
