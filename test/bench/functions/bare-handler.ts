// The baseline of `npm run bench:functions`: sends the requests that a function sends, without the code of the function.
// Calls to AWS use the function's own clients. Calls to Stripe use fetch, which takes a little more processor time than the
// client of Stripe's SDK.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import {
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import type { Call, Calls } from "./record-calls.ts";

type Key = Record<string, unknown>;
type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/**
 * Repeats the calls of a function; calls that the function makes at the same time are repeated at the same
 * time. Reads are the same. Writes have the same size, but go to another table, with new partition keys in
 * each run. They have no conditions, because the items with the new keys do not exist.
 */
export function bareHandler(calls: Calls, table: string, stripeUrl: string): () => Promise<void> {
  return async () => {
    const runId = randomUUID();
    for (const group of calls) await Promise.all(group.map((call) => repeat(call, table, runId, stripeUrl)));
  };
}

async function repeat(call: Call, table: string, runId: string, stripeUrl: string): Promise<unknown> {
  if (call.to === "stripe") return (await fetch(stripeUrl + call.path, { method: call.method })).json();
  if (call.to === "url") {
    const [url, init = {}] = call.request;
    // The recorded signal aborts some seconds after the recorded call.
    return (await fetch(url, { ...init, signal: null })).json();
  }
  if (call.to === "target") return requestTarget(call);
  const { client, command } = call;
  const { input } = command;
  if (command instanceof TransactWriteCommand) {
    const items = (command.input.TransactItems ?? []).map((item) => writeOf(item, table, runId));
    return client.send(
      new TransactWriteCommand({ TransactItems: items }) as typeof command & typeof call.command,
    );
  }
  const write = isWrite(command) ? commandOf(writeOf(singleWrite(command), table, runId)) : undefined;
  const answer = await client.send((write ?? new command.constructor(input)) as typeof command);
  const { Body } = Object(answer) as { Body?: { transformToByteArray(): Promise<unknown> } };
  return Body?.transformToByteArray() ?? answer;
}

async function requestTarget({ method, url, bytes }: Extract<Call, { to: "target" }>): Promise<Buffer> {
  const request = requestHttp(url, { method, agent: false, headers: { "content-length": bytes } });
  request.end("x".repeat(bytes));
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return buffer(response);
}

const isWrite = (command: object): command is PutCommand | UpdateCommand | DeleteCommand =>
  command instanceof PutCommand || command instanceof UpdateCommand || command instanceof DeleteCommand;

function singleWrite(command: PutCommand | UpdateCommand | DeleteCommand): Write {
  if (command instanceof PutCommand) return { Put: command.input };
  return (command instanceof UpdateCommand ? { Update: command.input } : { Delete: command.input }) as Write;
}

function commandOf({ Put, Update, Delete }: Write): PutCommand | UpdateCommand | DeleteCommand | undefined {
  if (Put) return new PutCommand(Put);
  if (Update) return new UpdateCommand(Update);
  return Delete && new DeleteCommand(Delete);
}

/**
 * The same write, but to an item in `table` that only this run has. An update writes all of its values
 * into one attribute, and so does a check of a condition.
 */
function writeOf({ Put, Update, Delete, ConditionCheck }: Write, table: string, runId: string): Write {
  const keyForRun = (key: Key = {}): Key => ({ ...key, pk: `${runId}#${String(key["pk"])}` });
  if (Put) return { Put: { TableName: table, Item: { ...Put.Item, ...keyForRun(Put.Item) } } };
  if (Delete) return { Delete: { TableName: table, Key: keyForRun(Delete.Key) } };
  const { Key, ExpressionAttributeValues = {} } = Update ?? ConditionCheck ?? {};
  return {
    Update: {
      TableName: table,
      Key: keyForRun(Key),
      UpdateExpression: "SET #values = :values",
      ExpressionAttributeNames: { "#values": "values" },
      ExpressionAttributeValues: { ":values": ExpressionAttributeValues },
    },
  };
}
