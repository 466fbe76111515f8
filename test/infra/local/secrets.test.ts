import {
  GetSecretValueCommand,
  ListSecretsCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { expect, test } from "vitest";
import { createSecretsApi } from "../../../infra/local/secrets/secrets.ts";
import { clientOptions, serve } from "./serve.ts";

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
