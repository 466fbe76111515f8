import {
  GetSecretValueCommand,
  ListSecretsCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { expect, test } from "vitest";
import { readSecretValues } from "../../../infra/local/secrets/secret-values.ts";
import { createSecretsApi } from "../../../infra/local/secrets/secrets.ts";
import { clientOptions, serve, temporaryFolder } from "./serve.ts";
import { stackOf } from "./stack-support.ts";

const ARN = "arn:aws:secretsmanager:us-east-1:000000000000:secret:stripe-key";

const createClient = async () =>
  new SecretsManagerClient(clientOptions(await serve(createSecretsApi({ [ARN]: "sk_test_1" }))));

test("a secret is read by its ARN", async () => {
  const response = await (await createClient()).send(new GetSecretValueCommand({ SecretId: ARN }));
  expect(response).toMatchObject({
    ARN,
    SecretString: "sk_test_1",
    VersionStages: ["AWSCURRENT"],
  });
});

test("a missing version, a missing secret and an unknown operation get AWS's errors", async () => {
  const client = await createClient();
  const previous = new GetSecretValueCommand({ SecretId: ARN, VersionStage: "AWSPREVIOUS" });
  await expect(client.send(previous)).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  const missing = client.send(new GetSecretValueCommand({ SecretId: "constructor" }));
  await expect(missing).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  await expect(client.send(new ListSecretsCommand())).rejects.toMatchObject({
    name: "UnknownOperationException",
  });
});

test.each([
  ["without tickets have no ticket keys", ["STRIPE_SECRET_ARN", "STRIPE_WEBHOOK_SECRET_ARN"]],
  ["with tickets include ticket keys", ["STRIPE_SECRET_ARN", "STRIPE_WEBHOOK_SECRET_ARN", "TICKET_KEYS_ARN"]],
])("the secrets of a stack %s", async (_, variables) => {
  const stack = stackOf({
    Function: [
      "AWS::Lambda::Function",
      { Environment: { Variables: Object.fromEntries(variables.map((name) => [name, { Ref: name }])) } },
    ],
    ...Object.fromEntries(variables.map((Name) => [Name, ["AWS::SecretsManager::Secret", { Name }]])),
  });
  const { byArn } = await readSecretValues(stack, temporaryFolder(), {});
  const hasKeys = variables.includes("TICKET_KEYS_ARN");
  expect(Object.values(byArn).map((text) => text.replace(/_[0-9a-f]+$/, ""))).toEqual([
    "sk_test",
    "whsec",
    ...(hasKeys ? [expect.stringContaining('"keys"') as unknown] : []),
  ]);
});
