import { expect, test } from "vitest";
import { openTable } from "../../../infra/local/table/table.ts";
import { readBody, sendJson } from "../../../infra/local/util/http.ts";
import { serve } from "./serve.ts";
import { stackOf } from "./stack-support.ts";

const TableName = "shop";
const stack = stackOf({
  Table: [
    "AWS::DynamoDB::GlobalTable",
    {
      TableName,
      AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
      StreamSpecification: { StreamViewType: "NEW_IMAGE" },
    },
  ],
});
type Batch = { RequestItems?: Record<string, { Keys: object[] }> };

test("the table also reads the items that DynamoDB left out of an answer, because the answer was too large", async () => {
  const endpoint = await serve(async (req, res) => {
    const { RequestItems } = JSON.parse((await readBody(req)).toString()) as Batch;
    const request = RequestItems?.[TableName];
    if (!request) return sendJson(res, 200, {});
    const [first, ...others] = request.Keys;
    const UnprocessedKeys = others.length > 0 ? { [TableName]: { ...request, Keys: others } } : {};
    sendJson(res, 200, { Responses: { [TableName]: [first] }, UnprocessedKeys });
  });
  const table = await openTable(stack, endpoint, false);
  const items = ["a", "b", "c"].map((id) => ({ pk: { S: id }, sk: { S: id } }));
  expect(await table.fullItems(items)).toEqual(items);
  table.close();
});
