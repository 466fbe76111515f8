import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "../../support/mock-client.ts";
import { expect, test } from "vitest";
import { changeTicketKeys } from "../../../infra/commands/ticket-key.ts";
import type { KeyRequest } from "../../../infra/commands/tickets/apply-key-request.ts";
import {
  describeAffected,
  findCodesOfKey,
  type AffectedIds,
} from "../../../infra/commands/tickets/codes-of-key.ts";
import { importPrivateKey, signCode } from "../../../shared/tickets/ticket-code.ts";
import { parseTicketKeys, signingKeyOf } from "../../../shared/tickets/ticket-keys.ts";
import { eventInDays } from "../../support/fixtures.ts";

/** Creates a secret with its first value, and functions that run the command on it. */
function openSecret() {
  const secret = { text: "a1B2c3D4e5", version: 1 };
  const questions: string[] = [];
  const codes: AffectedIds = { ticketIds: [], pickUpOrderIds: [] };
  mockClient(SecretsManagerClient)
    .on(GetSecretValueCommand)
    .callsFake(() => ({ SecretString: secret.text, VersionId: String(secret.version) }))
    .on(PutSecretValueCommand)
    .callsFake(({ SecretString = "" }: { SecretString?: string }) => {
      secret.text = SecretString;
      secret.version++;
      return {};
    });
  const run = (
    request: Partial<KeyRequest> = {},
    ask = (question: string) => Promise.resolve(void questions.push(question)),
  ) =>
    changeTicketKeys({
      ...{ secrets: new SecretsManagerClient({}), SecretId: "keys", now: new Date(), ask },
      readCodes: () => Promise.resolve(codes),
      request: { rotates: false, keyIdToEnd: undefined, ...request },
    });
  return { secret, questions, codes, run, keys: () => parseTicketKeys(secret.text) };
}

test("the first key replaces the random text, and a repeated command changes nothing", async () => {
  const { run, keys, questions } = openSecret();
  await run();
  expect(keys().map(({ id, privateKey }) => [id, privateKey !== undefined])).toEqual([[1, true]]);
  expect(questions).toEqual(["Key 1 is new: it signs the codes of all tickets from now on."]);
  await expect(run()).rejects.toThrow(
    /^Key 1 of .* signs the codes of tickets\. --rotate makes a new one\.$/,
  );
});

test("a rotation keeps the public part of the previous key, and drops its private part", async () => {
  const { run, keys } = openSecret();
  await run();
  const [first] = keys();
  await run({ rotates: true });
  expect(keys().map(({ id, privateKey }) => [id, privateKey !== undefined])).toEqual([
    [1, false],
    [2, true],
  ]);
  expect(keys()[0]?.publicKey).toEqual(first?.publicKey);
  expect(signingKeyOf(keys(), Date.now())?.id).toBe(2);
});

test("a key can be ended once, but not while it signs", async () => {
  const { run, keys } = openSecret();
  await run();
  await expect(run({ keyIdToEnd: 1 })).rejects.toThrow(/Make a new one too: --rotate --end 1$/);
  await expect(run({ keyIdToEnd: 7 })).rejects.toThrow("There is no key 7.");
  await run({ rotates: true, keyIdToEnd: 1 });
  expect(keys().map(({ notAfter }) => notAfter !== undefined)).toEqual([true, false]);
  await expect(run({ keyIdToEnd: 1 })).rejects.toThrow(/^Key 1 was ended at /);
});

test("without --rotate, no first key is made while the table has codes, which the keys of an earlier secret have signed", async () => {
  const { secret, codes, run, keys } = openSecret();
  const text = secret.text;
  codes.ticketIds.push("tkt_1");
  await expect(run()).rejects.toThrow(/the table has codes .* \(1\)\. .* Copy the value of the secret/s);
  expect(secret.text).toBe(text);
  await run({ rotates: true });
  expect(keys().map(({ id }) => id)).toEqual([1]);
});

test("nothing is changed if somebody else has changed the keys meanwhile", async () => {
  const { secret, run } = openSecret();
  const text = secret.text;
  await expect(run({}, () => Promise.resolve(void secret.version++))).rejects.toThrow(/Somebody else/);
  expect(secret.text).toBe(text);
});

test("the command names the tickets of future events and the orders to pick up that need new codes", async () => {
  const { run, keys } = openSecret();
  await run();
  const key = signingKeyOf(keys(), Date.now());
  if (!key) throw new Error("no key");
  const privateKey = await importPrivateKey(key.privateKey);
  const signTestCode = (keyId: number, kind: "ticket" | "order" = "ticket") =>
    signCode(
      { kind, keyId, id: `${kind.slice(0, 3)}_01KAKQ7W3E5S8V2M4N6P8R0T1X`, generation: 0, issuedAt: 0 },
      privateKey,
    );
  const ticket = { sk: "TICKET", code: await signTestCode(1), event: eventInDays(1) };
  mockClient(DynamoDBDocumentClient)
    .on(ScanCommand)
    .resolves({
      Items: [
        { ...ticket, pk: "TICKET#tkt_1" },
        { ...ticket, pk: "TICKET#tkt_void", void: { why: "refunded" } },
        { ...ticket, pk: "TICKET#tkt_past", event: eventInDays(-2) },
        { ...ticket, pk: "TICKET#tkt_postponed", event: eventInDays(-2), eventEndsAt: eventInDays(3).endsAt },
        { ...ticket, pk: "TICKET#tkt_earlier", eventEndsAt: eventInDays(-2).endsAt },
        { ...ticket, pk: "TICKET#tkt_new", code: await signTestCode(2) },
        { pk: "ORDER#ord_1", sk: "PICKUP", code: await signTestCode(1, "order") },
      ],
    });
  const affected = await findCodesOfKey(1, "table", new Date());
  const ticketIds = ["tkt_1", "tkt_postponed", "tkt_earlier"];
  expect(affected).toEqual({ ticketIds, pickUpOrderIds: ["ord_1"] });
  expect((await findCodesOfKey("any", "table", new Date())).ticketIds).toEqual([...ticketIds, "tkt_new"]);
  expect(describeAffected(affected)).toContain("press 'Send again' at each in the back office.\n  tkt_1");
});
