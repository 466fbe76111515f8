// What the shop's API is measured against: a bare Node server that asks the same table for the same things.
import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, QueryCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";

const [endpoint = "", TableName = ""] = process.argv.slice(2);
const credentials = { accessKeyId: "bench", secretAccessKey: "bench" };
const table = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: "us-east-1", credentials }));

const catalogue = () =>
  table.send(
    new QueryCommand({
      TableName,
      IndexName: "listing",
      KeyConditionExpression: "listPk = :catalogue",
      ExpressionAttributeValues: { ":catalogue": "CATALOGUE" },
    }),
  );

const product = (id: string) =>
  table.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `PRODUCT#${id}` },
      ConsistentRead: true,
    }),
  );

/** As many writes in one transaction as a checkout of one line has, for an order of the same size. */
async function order(body: string): Promise<object> {
  const id = randomUUID();
  const put = (sk: string) => ({ Put: { TableName, Item: { pk: `BENCH#${id}`, sk, body } } });
  await table.send(new TransactWriteCommand({ TransactItems: ["1", "2", "3", "4", "5"].map(put) }));
  return { id };
}

const answer = (response: ServerResponse, body: object): void => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body));
};

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const id = /^\/api\/products\/(.+)$/.exec(request.url ?? "")?.[1];
    const work =
      request.method === "POST" ? order(Buffer.concat(chunks).toString()) : id ? product(id) : catalogue();
    work.then(
      (body) => answer(response, body),
      (error: unknown) => {
        response.statusCode = 500;
        answer(response, { error: String(error) });
      },
    );
  });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
