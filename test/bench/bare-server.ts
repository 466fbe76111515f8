// The baseline of `npm run bench:api`: a bare Node server that reads the catalog and writes orders on the same table.
import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";

const [endpoint = "", TableName = ""] = process.argv.slice(2);
const credentials = { accessKeyId: "bench", secretAccessKey: "bench" };
const table = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: "us-east-1", credentials }));

type Item = Record<string, unknown>;
/** Products that were read before. The shop's functions keep them too, until the product's version in the list changes. */
const productDetails = new Map<string, Item>();

/** Adds the products' details to items of the partition LISTED. Reads missing details by one BatchGetItem, so at most 100. */
async function withDetails(listedItems: readonly Item[]): Promise<Item[]> {
  const ids = listedItems.map(({ sk }) => String(sk));
  const unknownIds = ids.filter((id) => !productDetails.has(id));
  if (unknownIds.length > 0) {
    const batch = {
      Keys: unknownIds.map((id) => ({ pk: `PRODUCT#${id}`, sk: "PRODUCT" })),
      ConsistentRead: true,
    };
    const { Responses } = await table.send(new BatchGetCommand({ RequestItems: { [TableName]: batch } }));
    for (const item of Responses?.[TableName] ?? []) productDetails.set(String(item["id"]), item);
  }
  return listedItems.map((item) => ({ ...productDetails.get(String(item["sk"])), ...item }));
}

/** Reads what the shop reads for the list of products, if the edge does not have the response. */
async function readCatalog(): Promise<Item[]> {
  const query = {
    TableName,
    KeyConditionExpression: "pk = :pk",
    FilterExpression: "attribute_not_exists(eventEndsAt) OR eventEndsAt > :now",
    ExpressionAttributeValues: { ":pk": "LISTED", ":now": Date.now() },
    ConsistentRead: true,
  };
  const { Items = [] } = await table.send(new QueryCommand(query));
  // The item !TOTAL has the number of listed products.
  return withDetails(Items.filter(({ sk }) => sk !== "!TOTAL"));
}

async function readProduct(id: string): Promise<Item[]> {
  const Key = { pk: "LISTED", sk: id };
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return withDetails(Item ? [Item] : []);
}

/** Writes items with these sort keys in one transaction. */
const writeItems = (id: string, sortKeys: string[], body: string) =>
  table.send(
    new TransactWriteCommand({
      TransactItems: sortKeys.map((sk) => ({ Put: { TableName, Item: { pk: `BENCH#${id}`, sk, body } } })),
    }),
  );

/** Writes three items with the contents of an order in one transaction. */
async function writeOrder(body: string): Promise<object> {
  const id = randomUUID();
  await writeItems(id, ["1", "2", "3"], body);
  return { id };
}

/** Makes calls like those of a checkout, in the same sequence. The request to `/stripe` replaces the request to Stripe. */
async function makeCheckoutCalls(body: string): Promise<object> {
  const id = randomUUID();
  const Key = { pk: `BENCH#${id}`, sk: "1" };
  const increment = { UpdateExpression: "ADD held :one", ExpressionAttributeValues: { ":one": 1 } };
  await table.send(new UpdateCommand({ TableName, Key: { pk: "BENCH", sk: "LIMIT" }, ...increment }));
  const batch = { Keys: [Key, { ...Key, sk: "2" }], ConsistentRead: true };
  await Promise.all([
    table.send(new GetCommand({ TableName, Key })),
    table.send(new BatchGetCommand({ RequestItems: { [TableName]: batch } })),
  ]);
  await writeItems(id, ["1", "2"], "");
  await Promise.all(
    ["3", "4", "5"].map((sk) =>
      table.send(new UpdateCommand({ TableName, Key: { ...Key, sk }, ...increment })),
    ),
  );
  await writeItems(id, ["6", "2", "7"], body);
  const page: unknown = await (await fetch(`${ownUrl()}/stripe`)).json();
  await writeItems(id, ["6", "2", "8"], body);
  return { id, page };
}

const sendJson = (response: ServerResponse, body: object): void => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body));
};

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { url = "" } = request;
    const id = /^\/api\/products\/(.+)$/.exec(url)?.[1];
    const body = Buffer.concat(chunks).toString();
    if (url === "/stripe") return sendJson(response, { url });
    const respond = () => {
      if (url === "/same-calls") return makeCheckoutCalls(body);
      if (request.method === "POST") return writeOrder(body);
      return id ? readProduct(id) : readCatalog();
    };
    respond().then(
      (body) => sendJson(response, body),
      (error: unknown) => {
        response.statusCode = 500;
        sendJson(response, { error: String(error) });
      },
    );
  });
});
const ownUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
server.listen(0, "127.0.0.1", () => console.log(ownUrl()));
